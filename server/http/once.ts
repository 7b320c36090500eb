import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
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
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new AppError(400, 'invalid_key', 'An Idempotency-Key has 1 to 255 printable characters.')
  }
  const hash = createHash('sha256').update(JSON.stringify(body)).digest()
  const taken = await tx
    .insertInto('answered_write')
    .values({ config_id: configId, owner, key, body_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const row = tx.selectFrom('answered_write').where('config_id', '=', configId).where('owner', '=', owner)
  if (!taken.numInsertedOrUpdatedRows) {
    const before = await row.select(['body_hash', 'answer']).where('key', '=', key).executeTakeFirst()
    if (!before?.body_hash.equals(hash)) {
      throw new AppError(422, 'key_reused', 'This Idempotency-Key was used for something else.')
    }
    return before.answer as T
  }
  const answer = await work()
  await tx
    .updateTable('answered_write')
    .set({ answer: JSON.stringify(answer) })
    .where('config_id', '=', configId)
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute()
  return answer
}

/** What was done under the keys of one owner is not done again under the same keys of another, who is the same person. */
export async function moveKeys(tx: Transaction, configId: number, from: string, to: string): Promise<void> {
  await sql`
    update answered_write w set owner = ${to}
    where w.config_id = ${configId} and w.owner = ${from} and not exists (
      select from answered_write t where t.config_id = w.config_id and t.owner = ${to} and t.key = w.key
    )`.execute(tx)
}
