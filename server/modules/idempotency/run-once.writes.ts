import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import {
  hashOf,
  keyInProgress,
  keyReused,
  requirePrintable,
  type IdempotencyKey,
} from './idempotency-key.writes.ts'

/** A call that has not stored its answer after this time has died with its process. No call takes as long. */
const LOST_SECONDS = 60

/**
 * Runs work that has transactions of its own once per key, or returns the stored answer of an earlier call. The claim of the key
 * is committed before the work and gets the answer after it, so no connection waits while the work runs. If the process dies in
 * between, another call may run the work again after a minute: the work must then find what it has done, as completing a session
 * finds its order. A failure frees the key. AppError 409 `in_progress`, 422 `key_reused` for another body.
 */
export async function runOnce<T extends object>(
  db: Database,
  { body, ...id }: IdempotencyKey,
  work: () => Promise<T>,
): Promise<T> {
  requirePrintable(id.key)
  const earlier = await claim<T>(db, { ...id, hash: hashOf(body) })
  if (earlier) return earlier
  const answer = await work().catch(async (error: unknown) => {
    await persistently(() => release(db, id))
    throw error
  })
  // The work is done, so the caller gets its answer. A repetition runs the work again, as after a lost process.
  await persistently(() => store(db, id, answer))
  return answer
}

/** Pauses before another attempt to end a claim, which would otherwise hold up the key for a minute. */
const PAUSES_MS = [20, 200, 1000]

async function persistently(write: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await write()
    } catch {
      await sleep(pause)
    }
  }
  await write().catch(() => {})
}

type KeyId = Omit<IdempotencyKey, 'body'>

/** Claims a new key, or one whose call was lost. Returns the answer of an earlier call. */
async function claim<T>(
  db: Database,
  { shopId, owner, key, hash }: KeyId & { hash: Buffer },
): Promise<T | undefined> {
  const { rows: claimed } = await prepared(
    'claim_idempotency_key_once',
    sql`
    insert into idempotency_key as k (config_id, owner, key, body_hash) values (${shopId}, ${owner}, ${key}, ${hash})
    on conflict (config_id, owner, key) do update set created_at = now()
      where k.response is null and k.body_hash = excluded.body_hash
        and k.created_at < now() - ${LOST_SECONDS} * interval '1 second'
    returning true as claimed`,
  ).execute(db)
  if (claimed.length > 0) return undefined
  const { rows } = await sql<{ isSame: boolean; answer: T | null }>`
    select body_hash = ${hash} as "isSame", response as answer from idempotency_key
    where config_id = ${shopId} and owner = ${owner} and key = ${key}`.execute(db)
  const [row] = rows
  if (row && !row.isSame) throw keyReused()
  // Without a row the other call has just failed.
  if (!row?.answer) throw keyInProgress()
  return row.answer
}

async function store(db: Database, { shopId, owner, key }: KeyId, answer: object): Promise<void> {
  await sql`update idempotency_key set response = ${JSON.stringify(answer)}
    where config_id = ${shopId} and owner = ${owner} and key = ${key} and response is null`.execute(db)
}

async function release(db: Database, { shopId, owner, key }: KeyId): Promise<void> {
  await sql`delete from idempotency_key
    where config_id = ${shopId} and owner = ${owner} and key = ${key} and response is null`.execute(db)
}
