import type { Database } from '#server/db/connect.ts'
import { eventBody } from '#server/modules/events/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { IsAllowed } from '#server/platform/remote/remote-address.ts'
import { postTo } from '#server/platform/remote/remote-post.ts'
import { openSecret, signedHeaders } from '../webhook-secret.ts'
import { claimDeliveries, storeAttempts, type Attempt, type ClaimedDelivery } from './delivery.writes.ts'
import type { WebhookKey } from './fan-out.ts'
import { GONE } from './retry.rules.ts'
import { switchOff } from './switch-off.writes.ts'

/** Requests to one webhook at a time. */
const MAX_REQUESTS = 16
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 2000

export interface LaneDeps {
  keyedHash: KeyedHash
  mayReach: IsAllowed
  /** Scheme and host of shop 1, for links in emails. */
  origin: string
  /**
   * What a platform receives for an event of one of its orders: the order as it is now, signed. Undefined if there is no such
   * order. `id` is the same at each attempt.
   */
  platformRequest?(
    db: Database,
    of: { shopId: number; platformId: number; orderNumber: string; eventId: number; url: string },
  ): Promise<{ body: string; headers: Record<string, string> } | undefined>
  /** After this time an attempt of a process that died is made again. Longer than a request may take. */
  leaseMs?: number
}

/** Delivers what is due to one webhook until nothing is, or until the runner stops. */
export async function deliverDue(
  db: Database,
  key: WebhookKey,
  deps: LaneDeps,
  signal: AbortSignal,
): Promise<void> {
  const { leaseMs = TIMEOUT_MS + 5000 } = deps
  while (!signal.aborted) {
    const claimed = await claimDeliveries(db, key, { limit: MAX_REQUESTS, leaseMs })
    if (claimed.length === 0) return
    const secrets = await listSecrets(db, key, deps.keyedHash)
    const attempts = await Promise.all(
      claimed.map(async (delivery) =>
        attempt(delivery, await requestFor(db, key, delivery, { secrets, deps }), deps.mayReach),
      ),
    )
    const { isGivenUp } = await storeAttempts(db, key.config_id, attempts)
    const reason = attempts.some(({ status }) => status === GONE)
      ? 'The receiver answered that the address is gone (410).'
      : isGivenUp && 'The receiver has not accepted an event for three days.'
    if (reason) await switchOff(db, key, { reason, origin: deps.origin })
  }
}

/** The secrets that sign now: the present one, and the previous one during its last day. */
async function listSecrets(
  db: Database,
  { config_id: shopId, id }: WebhookKey,
  keyedHash: KeyedHash,
): Promise<string[]> {
  const row = await db
    .selectFrom('webhook')
    .select(['sealed_secret', 'previous_secret', 'previous_secret_until'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return []
  const { sealed_secret: sealed, previous_secret: previous, previous_secret_until: until } = row
  const isChanging = previous !== null && until !== null && until.getTime() > Date.now()
  // The webhook of a platform has none.
  if (sealed === null) return []
  return [sealed, ...(isChanging ? [previous] : [])].map((one) => openSecret(keyedHash, one))
}

/** The request of a delivery; undefined if there is nothing left to send. */
async function requestFor(
  db: Database,
  { config_id: shopId }: WebhookKey,
  { event, platformId, url }: ClaimedDelivery,
  { secrets, deps }: { secrets: readonly string[]; deps: LaneDeps },
): Promise<DeliveryRequest | undefined> {
  if (event === null) return undefined
  if (platformId !== null) {
    const orderNumber = event.subject.replace(/^order:/, '')
    return deps.platformRequest?.(db, { shopId, platformId, orderNumber, eventId: event.id, url })
  }
  const body = eventBody(event)
  return { body, headers: signedHeaders(event.id, body, secrets) }
}

interface DeliveryRequest {
  body: string
  headers: Record<string, string>
}

async function attempt(
  { id, attempts, url, event }: ClaimedDelivery,
  request: DeliveryRequest | undefined,
  isAllowed: IsAllowed,
): Promise<Attempt> {
  if (event === null || !request) {
    const error = 'The event is older than the shop keeps events'
    return { id, attempts, isLast: true, status: null, answer: null, error, durationMs: 0 }
  }
  const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES, isAllowed }
  const isLast = event.kind === 'webhook.test'
  return { id, attempts, isLast, ...(await postTo(new URL(url), request, limits)) }
}
