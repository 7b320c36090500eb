import type { Merge } from '#server/http/shopper.ts'
import { moveKeys } from '#server/http/once.ts'
import { ownerOf } from './place.ts'

/** Orders that a visitor has placed belong to the account that he signs in to. */
export const mergeOrders: Merge = async (tx, configId, from, to) => {
  const { user_id: userId } = await tx
    .selectFrom('shopper')
    .select('user_id')
    .where('config_id', '=', configId)
    .where('id', '=', to)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('shop_order')
    .set({ shopper_id: to, user_id: userId })
    .where('config_id', '=', configId)
    .where('shopper_id', '=', from)
    .execute()
  // A call that is tried again after the sign-in must not order a second time.
  await moveKeys(tx, configId, ownerOf(undefined, from), ownerOf(userId ?? undefined, to))
}
