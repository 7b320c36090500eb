import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { commitOnReplica, type Database, later, prepared, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** Identifies a write that must happen only once. */
export interface IdempotencyKey {
  shopId: number
  /** The owner of the key, such as `shopper:12`; equal keys of other owners are different keys. */
  owner: string
  /** The Idempotency-Key header. */
  key: string
  /** The request. The same key with another body is refused (422). */
  body: unknown
}

/** A key on its way to the database: with the hash of the request. */
type HashedKey = Omit<IdempotencyKey, 'body'> & { hash: Buffer }

/** What a claim finds: a new key, or an earlier call with its response. */
export interface ClaimRow<T> {
  state: string
  before: T | null
}

/**
 * Runs the work in the transaction once per key, or returns the stored response of an earlier call. The transaction of the
 * work claims the key, so a failure releases it. `claim` decides whether concurrent calls wait: `claimOrWait`, `claimOrRefuse`.
 */
export async function runIdempotent<T extends object, C extends ClaimRow<T>>(
  tx: Transaction,
  { shopId, owner, key, body }: IdempotencyKey,
  claim: (tx: Transaction, hashed: HashedKey) => Promise<C>,
  work: (claimed: C) => Promise<T>,
): Promise<T> {
  requirePrintable(key)
  const hash = hashOf(body)
  const claimed = await claim(tx, { shopId, owner, key, hash })
  const earlier = earlierResponse(claimed)
  if (earlier) {
    // The earlier call may have ended before a replica had its work: this answer must not outlive it.
    later(tx, commitOnReplica(tx))
    return earlier
  }
  const answer = await work(claimed)
  later(
    tx,
    prepared(
      'store_idempotent_response',
      sql`
      insert into idempotency_key (config_id, owner, key, body_hash, response)
      values (${shopId}, ${owner}, ${key}, ${hash}, ${JSON.stringify(answer)})
      on conflict (config_id, owner, key) do update set response = excluded.response`,
    ).execute(tx),
  )
  return answer
}

/** Claims the key after any concurrent call with the same key. */
export async function claimOrWait<T>(
  tx: Transaction,
  { shopId, owner, key, hash }: HashedKey,
): Promise<ClaimRow<T>> {
  const { rows: taken } = await prepared(
    'insert_idempotency_key',
    sql<ClaimRow<T>>`
    insert into idempotency_key (config_id, owner, key, body_hash) values (${shopId}, ${owner}, ${key}, ${hash})
    on conflict do nothing returning 'new' as state, null as before`,
  ).execute(tx)
  if (taken[0]) return taken[0]
  const { rows } = await sql<ClaimRow<T>>`
    select case when body_hash = ${hash} then 'completed' else 'other_body' end as state, response as before
    from idempotency_key where config_id = ${shopId} and owner = ${owner} and key = ${key}`.execute(tx)
  return rows[0] ?? { state: 'other_body', before: null }
}

/** A statement that locks the shopper of the write if `isNew`; its columns are `id` and `rotated`. */
interface ShopperLock {
  /** Names the text of the statement. */
  name: string
  statement(isNew: RawBuilder<boolean>): RawBuilder<unknown>
}

/** What a claim that also locks has for the work. */
interface ClaimAndLockRow<T> extends ClaimRow<T> {
  /** Whether the shopper still existed. */
  isLocked: boolean
  /** Whether the lock has replaced the cookie. */
  isRotated: boolean
}

/**
 * A claim that answers AppError 409 `in_progress` during a concurrent call. It locks the shopper once the key is claimed.
 * `read` runs in the same round trip and must not write, because an earlier call may have used the key.
 */
export const claimOrRefuse =
  <T, R>(lock: ShopperLock | undefined, read: () => Promise<R>) =>
  async (
    tx: Transaction,
    { shopId, owner, key, hash }: HashedKey,
  ): Promise<ClaimAndLockRow<T> & { reading: Promise<R> }> => {
    const claim = sql`claim_idempotency_key(${shopId}, ${owner}, ${key}, ${hash})`
    const claiming = claimAndLock<T>(claim, lock).execute(tx)
    const reading = read()
    reading.catch(() => {})
    const [row] = (await claiming).rows
    return { state: '', before: null, isLocked: false, isRotated: false, ...row, reading }
  }

/** Without a shopper the statement is short: the first one of a transaction is planned each time. */
function claimAndLock<T>(claim: RawBuilder<unknown>, lock: ShopperLock | undefined) {
  type Row = ClaimRow<T> & Partial<ClaimAndLockRow<T>>
  if (!lock) return prepared('claim_idempotency_key', sql<Row>`select state, before from ${claim}`)
  return prepared(
    `claim_idempotency_key_${lock.name}`,
    sql<Row>`
    with claim as materialized (
      select state, before from ${claim}
    ), locked as materialized (
      ${lock.statement(sql`(select state from claim) = 'new'`)}
    )
    select state, before, exists (select from locked) as "isLocked",
      exists (select from locked where rotated) as "isRotated" from claim`,
  )
}

/**
 * Adds fields to the stored response that are only known after the commit. The first call decides: all later calls get the
 * same response. `answer` is the response so far.
 */
export async function amendStoredAnswer<T extends object, M extends object>(
  db: Database,
  { shopId, owner, key }: Omit<IdempotencyKey, 'body'>,
  answer: T,
  more: M,
): Promise<T & M> {
  const { rows } = await sql<{ answer: T & M }>`
    update idempotency_key set response = ${JSON.stringify(more)}::jsonb || response
    where config_id = ${shopId} and owner = ${owner} and key = ${key}
    returning response as answer`.execute(db)
  // Signing in during the call moves the key to another owner.
  return rows[0]?.answer ?? { ...answer, ...more }
}

/**
 * The parts of a single statement that does its work once per key. The statement locks the owner's row first; `claim` takes
 * the owner from that row, so that PostgreSQL cannot read the key before the lock. `claim` is a table function with the
 * columns `state` and `before`, the work runs only if `state` is `new`, and `store` inserts the response. Without a key
 * every call is new.
 */
export function idempotentStatement<T extends object>({
  shopId,
  owner,
  key,
  body,
}: Omit<IdempotencyKey, 'key'> & { key: string | undefined }): {
  claim(lockedOwner: RawBuilder<unknown>): RawBuilder<unknown>
  store(response: RawBuilder<unknown>, source: RawBuilder<unknown>): RawBuilder<unknown>
  /** Returns the response of an earlier call; undefined if this call is new. AppError 422. */
  replay(row: ClaimRow<T>): T | undefined
} {
  if (key !== undefined) requirePrintable(key)
  const hash = hashOf(body)
  const keyText = sql`${key ?? null}::text`
  return {
    claim: (lockedOwner) => sql`find_idempotent_response(${shopId}, ${lockedOwner}, ${keyText}, ${hash})`,
    store: (response, source) => sql`
      insert into idempotency_key (config_id, owner, key, body_hash, response)
      select ${shopId}, ${owner}, ${keyText}, ${hash}, ${response} from ${source} where ${keyText} is not null`,
    replay: earlierResponse,
  }
}

/** The response of an earlier call; undefined if this call is new. AppError 409 or 422. */
function earlierResponse<T>({ state, before }: ClaimRow<T>): T | undefined {
  if (state === 'new') return undefined
  if (state === 'completed' && before) return before
  throw state === 'in_progress' ? keyInProgress() : keyReused()
}

export function requirePrintable(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return
  throw new AppError(400, 'invalid_key', 'An Idempotency-Key has 1 to 255 printable characters.')
}

export const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest()

export const keyInProgress = () =>
  new AppError(409, 'in_progress', 'We’re still working on this. Please wait a moment.')

export const keyReused = () =>
  new AppError(422, 'key_reused', 'This Idempotency-Key was used for another request.')

/** Moves all keys to another owner who is the same person, so that a repeated write is recognized after signing in. */
export async function moveIdempotencyKeys(
  tx: Transaction,
  shopId: number,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update idempotency_key w set owner = ${to}
    where w.config_id = ${shopId} and w.owner = ${from} and not exists (
      select from idempotency_key t where t.config_id = w.config_id and t.owner = ${to} and t.key = w.key
    )`.execute(tx)
}
