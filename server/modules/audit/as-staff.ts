import type { Transaction } from '#server/db/connect.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import type { RequestContext } from '#server/http/route.ts'
import type { WriteContext } from './audit.writes.ts'

/** Runs `work` in one transaction, as the signed-in staff member. AppError 401 for a caller without a session. */
export async function asStaff<T>(
  { db, shop: { configId }, caller }: Pick<RequestContext, 'db' | 'shop' | 'caller'>,
  work: (tx: Transaction, write: WriteContext) => Promise<T>,
): Promise<T> {
  if (!caller) throw notSignedIn()
  const actor = { id: caller.userId, name: caller.fullName }
  return db.transaction().execute((tx) => work(tx, { configId, actor }))
}
