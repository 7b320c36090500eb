import * as contract from '#contract/webhooks/webhook.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { replayEvents, sendTest } from './replay.writes.ts'
import { requireReachable } from './webhook-address.ts'
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
