import type { Transaction } from '#server/db/connect.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import type { RequestContext } from '#server/http/route.ts'
import { runIdempotent } from '#server/modules/idempotency/index.ts'
import type { WriteContext } from './audit.writes.ts'

/**
 * Runs `work` in one transaction, as the signed-in staff member; once per Idempotency-Key of a call that takes one. A repeated
 * call gets the stored result, which is JSON. AppError 401 for a caller without a session.
 */
export async function asStaff<T>(
  { db, shop: { shopId }, caller, idempotent }: Pick<RequestContext, 'db' | 'shop' | 'caller' | 'idempotent'>,
  work: (tx: Transaction, write: WriteContext) => Promise<T>,
): Promise<T> {
  if (!caller) throw notSignedIn()
  const actor = { id: caller.userId, name: caller.fullName }
  const call = { shopId, owner: `user:${actor.id}`, key: idempotent?.key, body: idempotent?.body }
  return db.transaction().execute(async (tx) => {
    const { result } = await runIdempotent(tx, call, async () => ({
      result: await work(tx, { shopId, actor }),
    }))
    return result
  })
}
