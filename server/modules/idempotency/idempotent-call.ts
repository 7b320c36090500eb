import type { Transaction } from '#server/db/connect.ts'
import type { RequestContext } from '#server/http/route.ts'
import { claimOrWait, runIdempotent } from './idempotency-key.writes.ts'

/**
 * Runs `work` in one transaction for a signed-in user; once per Idempotency-Key of a call that takes one. A repeated call gets
 * the stored result, which is JSON.
 */
export function runIdempotentCall<T>(
  { db, shop: { shopId }, idempotent }: Pick<RequestContext, 'db' | 'shop' | 'idempotent'>,
  userId: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (!idempotent) return work(tx)
    const key = { shopId, owner: `user:${userId}`, ...idempotent }
    const { result } = await runIdempotent(tx, key, claimOrWait<{ result: Awaited<T> }>, async () => ({
      result: await work(tx),
    }))
    return result
  })
}
