import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { type Database, later, prepared, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** Identifies a write that must happen only once. */
export interface IdempotencyKey {
  shopId: number
  /** The owner of the key, such as `shopper:12`; equal keys of other owners are different keys. */
  owner: string
  /** The Idempotency-Key header; without it every call is a new write. */
  key: string | undefined
  /** The request. The same key with another body is refused (422). */
  body: unknown
}

/**
 * Runs the work, or returns the stored response of an earlier call with the same key. Concurrent calls wait for the first.
 * The key is claimed in the transaction of the work, so a failure releases it.
 */
export async function runIdempotent<T extends object>(
  tx: Transaction,
  { shopId, owner, key, body }: IdempotencyKey,
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return work()
  requirePrintable(key)
  const hash = hashOf(body)
  const { rows: taken } = await prepared(
    'insert_idempotency_key',
    sql`
    insert into idempotency_key (config_id, owner, key, body_hash) values (${shopId}, ${owner}, ${key}, ${hash})
    on conflict do nothing returning true`,
  ).execute(tx)
  if (taken.length === 0) {
    const { rows } = await sql<{ body_hash: Buffer; answer: T }>`
      select body_hash, response as answer from idempotency_key
      where config_id = ${shopId} and owner = ${owner} and key = ${key}`.execute(tx)
    const [earlier] = rows
    if (!earlier?.body_hash.equals(hash)) throw keyReused()
    return earlier.answer
  }
  const answer = await work()
  later(
    tx,
    prepared(
      'store_idempotent_response',
      sql`
      update idempotency_key set response = ${JSON.stringify(answer)}
      where config_id = ${shopId} and owner = ${owner} and key = ${key}`,
    ).execute(tx),
  )
  return answer
}

/** A statement that locks the shopper of the write if `isNew`; its columns are `id` and `rotated`. */
interface ShopperLock {
  /** Names the text of the statement. */
  name: string
  statement(isNew: RawBuilder<boolean>): RawBuilder<unknown>
}

/** Whether the shopper still existed, and whether the lock has replaced the cookie. */
interface Locked {
  isLocked: boolean
  isRotated: boolean
}

/**
 * As `runIdempotent`, but throws AppError 409 `in_progress` instead of waiting for a concurrent call. It also locks a
 * shopper once the key is claimed, and runs `prepare` in the same round trip. `prepare` only reads, because an earlier
 * call may have used the key. `work` gets what it has read, and the outcome of the lock. `replay` gets the response of an
 * earlier call, and may refuse to answer it.
 */
export async function runIdempotentAsShopper<T extends object, R>(
  tx: Transaction,
  { shopId, owner, key, body }: IdempotencyKey & { key: string },
  lock: ShopperLock | undefined,
  {
    prepare,
    work,
    replay,
  }: { prepare(): Promise<R>; work(read: R, locked: Locked): Promise<T>; replay(before: T): T },
): Promise<T> {
  requirePrintable(key)
  const hash = hashOf(body)
  const claim = sql`claim_idempotency_key(${shopId}, ${owner}, ${key}, ${hash})`
  const claiming = claimAndLock<T>(claim, lock).execute(tx)
  const reading = prepare()
  reading.catch(() => {})
  const { state, before, isLocked = false, isRotated = false } = (await claiming).rows[0] ?? {}
  if (state === 'in_progress') throw keyInProgress()
  if (state === 'other_body') throw keyReused()
  if (state === 'completed' && before) return replay(before)
  const answer = await work(await reading, { isLocked, isRotated })
  later(
    tx,
    prepared(
      'insert_idempotent_response',
      sql`
      insert into idempotency_key (config_id, owner, key, body_hash, response)
      values (${shopId}, ${owner}, ${key}, ${hash}, ${JSON.stringify(answer)})`,
    ).execute(tx),
  )
  return answer
}

/** Without a shopper the statement is short: the first one of a transaction is planned each time. */
function claimAndLock<T>(claim: RawBuilder<unknown>, lock: ShopperLock | undefined) {
  type Row = { state: string; before: T } & Partial<Locked>
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
  { shopId, owner, key }: Pick<IdempotencyKey, 'shopId' | 'owner'> & { key: string },
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

/** The columns that a claim adds to a statement's result. */
export interface ClaimRow<T> {
  state: string
  /** The stored response of an earlier call. */
  before: T | null
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
}: IdempotencyKey): {
  claim(lockedOwner: RawBuilder<unknown>): RawBuilder<unknown>
  store(response: RawBuilder<unknown>, source: RawBuilder<unknown>): RawBuilder<unknown>
  /** Answers the response of an earlier call; undefined if this call is new. AppError 422. */
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
    replay: ({ state, before }) => {
      if (state === 'new') return undefined
      if (state === 'completed' && before) return before
      throw keyReused()
    },
  }
}

function requirePrintable(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return
  throw new AppError(400, 'invalid_key', 'An Idempotency-Key has 1 to 255 printable characters.')
}

const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest()

const keyInProgress = () =>
  new AppError(409, 'in_progress', 'We’re still working on this. Please wait a moment.')

const keyReused = () => new AppError(422, 'key_reused', 'This Idempotency-Key was used for another request.')

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
