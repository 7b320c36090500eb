import type { Transaction } from '#server/db/connect.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import type { RequestContext } from '#server/http/route.ts'
import { runIdempotentCall } from '#server/modules/idempotency/index.ts'
import type { WriteContext } from './audit.writes.ts'

/**
 * Runs `work` in one transaction, as the signed-in staff member; once per Idempotency-Key of a call that takes one. A repeated
 * call gets the stored result, which is JSON. AppError 401 for a caller without a session.
 */
export async function asStaff<T>(
  context: Pick<RequestContext, 'db' | 'shop' | 'caller' | 'idempotent'>,
  work: (tx: Transaction, write: WriteContext) => Promise<T>,
): Promise<T> {
  const { caller, shop } = context
  if (!caller) throw notSignedIn()
  const actor = { id: caller.userId, name: caller.fullName }
  return runIdempotentCall(context, actor.id, (tx) => work(tx, { shopId: shop.shopId, actor }))
}
