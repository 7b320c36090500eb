import type { Transaction } from '#server/db/connect.ts'
import { notSignedIn } from '#server/http/caller.ts'
import type { RequestContext } from '#server/http/route.ts'
import type { WriteContext } from './journal.writes.ts'

/** Works in one transaction for who is signed in, under their name. AppError 401 where the account is gone. */
export async function asStaff<T>(
  { db, shop: { configId }, caller }: Pick<RequestContext, 'db' | 'shop' | 'caller'>,
  work: (tx: Transaction, write: WriteContext) => Promise<T>,
): Promise<T> {
  if (!caller) throw notSignedIn()
  const { userId: id } = caller
  return db.transaction().execute(async (tx) => {
    const { full_name: name } = await tx
      .selectFrom('app_user')
      .select('full_name')
      .where('config_id', '=', configId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(notSignedIn)
    return work(tx, { configId, actor: { id, name } })
  })
}
