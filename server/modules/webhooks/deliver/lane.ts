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
    const attempts = await Promise.all(claimed.map((delivery) => attempt(delivery, secrets, deps.mayReach)))
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
  return [sealed, ...(isChanging ? [previous] : [])].map((one) => openSecret(keyedHash, one))
}

async function attempt(
  { id, attempts, url, event }: ClaimedDelivery,
  secrets: readonly string[],
  isAllowed: IsAllowed,
): Promise<Attempt> {
  if (event === null) {
    const error = 'The event is older than the shop keeps events'
    return { id, attempts, isLast: true, status: null, answer: null, error, durationMs: 0 }
  }
  const body = eventBody(event)
  const request = { body, headers: signedHeaders(event.id, body, secrets) }
  const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES, isAllowed }
  const isLast = event.kind === 'webhook.test'
  return { id, attempts, isLast, ...(await postTo(new URL(url), request, limits)) }
}
