import * as contract from '#contract/webhooks/webhook.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { AppError } from '#server/http/errors.ts'
import { isPublicAddress, pinAddress, type IsAllowed } from '#server/platform/remote/remote-address.ts'
import { replayEvents, sendTest } from './replay.writes.ts'
import { makeSecret, sealSecret } from './webhook-secret.ts'
import { findSecret, listDeliveries, listWebhooks, requireWebhook } from './webhook.queries.ts'
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './webhook.writes.ts'

const list = route(contract.getWebhooks, async (_input, { db, shop }) => ({
  data: await listWebhooks(db, shop.shopId),
}))

const detail = route(contract.getWebhook, async ({ id }, { db, shop }) => ({
  data: await requireWebhook(db, shop.shopId, id),
}))

/** A repeated call answers the secret as well, which the table of idempotency keys does not store. */
const withSecret = async ({ db, shop, services }: PersonalContext, id: number) => ({
  data: { id, secret: await findSecret(db, shop.shopId, id, services.keyedHash) },
})

const create = personalRoute(contract.createWebhook, async ({ url, kinds }, context) => {
  await requireReachable(url, context.services.mayReach)
  const sealedSecret = sealSecret(context.services.keyedHash, makeSecret())
  const { id } = await asStaff(context, (tx, write) => createWebhook(tx, write, { url, kinds, sealedSecret }))
  return { ...(await withSecret(context, id)), message: 'Webhook created' }
})

const rotate = personalRoute(contract.rotateWebhookSecret, async ({ id }, context) => {
  const sealedSecret = sealSecret(context.services.keyedHash, makeSecret())
  await asStaff(context, (tx, write) => rotateSecret(tx, write, id, sealedSecret))
  return { ...(await withSecret(context, id)), message: 'Secret replaced' }
})

const update = personalRoute(contract.updateWebhook, async ({ id, ...changes }, context) => {
  await requireReachable(changes.url, context.services.mayReach)
  await asStaff(context, (tx, write) => updateWebhook(tx, write, id, changes))
  return { message: 'Webhook saved' }
})

const remove = route(contract.deleteWebhook, async ({ id }, context) => {
  await asStaff(context, (tx, write) => deleteWebhook(tx, write, id))
  return { message: 'Webhook deleted' }
})

const test = route(contract.testWebhook, async ({ id }, context) => ({
  data: await asStaff(context, (tx, write) => sendTest(tx, write, id)),
  message: 'Test delivery queued',
}))

const deliveries = route(contract.getWebhookDeliveries, async ({ id, ...filter }, { db, shop }) => {
  await requireWebhook(db, shop.shopId, id)
  return listDeliveries(db, shop.shopId, id, filter)
})

const replay = personalRoute(contract.replayWebhook, async ({ id, ...which }, context) => {
  await requireReachable(which.url, context.services.mayReach)
  const data = await asStaff(context, (tx, write) => replayEvents(tx, write, id, which))
  return { data, message: data.count === 1 ? '1 event queued again' : `${data.count} events queued again` }
})

export const webhookRoutes = [list, detail, create, rotate, update, remove, test, deliveries, replay]

const LOOKUP_TIMEOUT_MS = 3000

/**
 * AppError 400 for an address that the shop may not reach, such as one of its own network, and for `http://` outside that
 * network: deliveries contain personal data. A host that cannot be looked up now may be right: each delivery checks again.
 */
async function requireReachable(address: string | undefined, isAllowed: IsAllowed): Promise<void> {
  if (address === undefined) return
  const url = new URL(address)
  const { promise: late, resolve } = Promise.withResolvers<'unknown'>()
  const timer = setTimeout(() => resolve('unknown'), LOOKUP_TIMEOUT_MS)
  const pinned = await Promise.race([pinAddress(url, isAllowed).catch(() => 'unknown' as const), late])
  clearTimeout(timer)
  if (pinned !== undefined) return requireEncrypted(url)
  const message = 'This address is not on the public internet. Enter one that other servers can reach.'
  throw new AppError(400, 'address_refused', message, [{ path: 'url', message }])
}

/** Only private addresses, which an installation has to allow, may be reached without encryption. */
async function requireEncrypted(url: URL): Promise<void> {
  if (url.protocol === 'https:') return
  const isPrivate = (address: string) => !isPublicAddress(address)
  if (await pinAddress(url, isPrivate).catch(() => undefined)) return
  const message = 'Enter an address that begins with https://'
  throw new AppError(400, 'address_refused', message, [{ path: 'url', message }])
}
