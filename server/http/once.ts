import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from './errors.ts'

/** Under which a write is done once. */
export interface OnceKey {
  configId: number
  /** Whose key it is, such as `shopper:12`: keys of others are other keys. */
  owner: string
  /** The Idempotency-Key header; without one the work is simply done. */
  key: string | undefined
  /** What is asked for. The same key with another body is refused (422). */
  body: unknown
}

/**
 * Does the work, or answers what it answered before under the same key. Of several at once, one works and the others wait
 * for it: the key is taken in the transaction of the work, so that a failure frees it again.
 */
export async function once<T extends object>(
  tx: Transaction,
  { configId, owner, key, body }: OnceKey,
  work: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return work()
  requirePrintable(key)
  const hash = hashOf(body)
  const { rows: taken } = await sql`/* planned once */
    insert into answered_write (config_id, owner, key, body_hash) values (${configId}, ${owner}, ${key}, ${hash})
    on conflict do nothing returning true`.execute(tx)
  if (taken.length === 0) {
    const { rows } = await sql<{ body_hash: Buffer; answer: T }>`
      select body_hash, answer from answered_write
      where config_id = ${configId} and owner = ${owner} and key = ${key}`.execute(tx)
    const [before] = rows
    if (!before?.body_hash.equals(hash)) throw keyReused()
    return before.answer
  }
  const answer = await work()
  await sql`/* planned once */
    update answered_write set answer = ${JSON.stringify(answer)}
    where config_id = ${configId} and owner = ${owner} and key = ${key}`.execute(tx)
  return answer
}

/** The same where a call must not wait: while another one works under the key, AppError 409 `in_progress`. */
export async function onceOrBusy<T extends object>(
  tx: Transaction,
  { configId, owner, key, body }: OnceKey & { key: string },
  work: () => Promise<T>,
): Promise<T> {
  requirePrintable(key)
  const hash = hashOf(body)
  const { rows } = await sql<{ state: string; before: T }>`/* planned once */
    select * from take_key(${configId}, ${owner}, ${key}, ${hash})`.execute(tx)
  const { state, before } = rows[0] ?? {}
  if (state === 'busy')
    throw new AppError(409, 'in_progress', 'This is being worked on. Please wait a moment.')
  if (state === 'other') throw keyReused()
  if (state === 'done' && before) return before
  const answer = await work()
  await sql`/* planned once */
    insert into answered_write (config_id, owner, key, body_hash, answer)
    values (${configId}, ${owner}, ${key}, ${hash}, ${JSON.stringify(answer)})`.execute(tx)
  return answer
}

/**
 * Adds to what was answered under a key what could only be known after the work was committed. The first to know it
 * decides: everyone is given the same answer. `answer` is what was answered so far.
 */
export async function completeAnswer<T extends object, M extends object>(
  db: Database,
  { configId, owner, key }: Pick<OnceKey, 'configId' | 'owner'> & { key: string },
  answer: T,
  more: M,
): Promise<T & M> {
  const { rows } = await sql<{ answer: T & M }>`
    update answered_write set answer = ${JSON.stringify(more)}::jsonb || answer
    where config_id = ${configId} and owner = ${owner} and key = ${key}
    returning answer`.execute(db)
  // Who has signed in meanwhile has taken the key along.
  return rows[0]?.answer ?? { ...answer, ...more }
}

function requirePrintable(key: string): void {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return
  throw new AppError(400, 'invalid_key', 'An Idempotency-Key has 1 to 255 printable characters.')
}

const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest()

const keyReused = () => new AppError(422, 'key_reused', 'This Idempotency-Key was used for something else.')

/** What was done under the keys of one owner is not done again under the same keys of another, who is the same person. */
export async function moveKeys(tx: Transaction, configId: number, from: string, to: string): Promise<void> {
  await sql`
    update answered_write w set owner = ${to}
    where w.config_id = ${configId} and w.owner = ${from} and not exists (
      select from answered_write t where t.config_id = w.config_id and t.owner = ${to} and t.key = w.key
    )`.execute(tx)
}
