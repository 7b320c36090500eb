import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { moveIdempotencyKeys } from '#server/modules/idempotency/index.ts'
import type { MergeShopper } from '#server/modules/identity/index.ts'

/** Whose Idempotency-Keys of placing orders these are. Callers who share nothing share no keys. */
interface OrderKeyOwner {
  userId?: number | undefined
  apiKeyId?: number | undefined
  shopperId?: number | undefined
  /** Names the cookie of a visitor without a shopper. */
  visitor?: string | undefined
}

/** The owner of the Idempotency-Keys of placing orders. */
export function orderKeyOwner({ userId, apiKeyId, shopperId, visitor }: OrderKeyOwner): string {
  if (userId !== undefined) return `orders:user:${userId}`
  if (apiKeyId !== undefined) return `orders:api-key:${apiKeyId}`
  return shopperId === undefined ? `orders:visitor:${visitor ?? ''}` : `orders:shopper:${shopperId}`
}

/** Moves the orders of a guest to the account they sign in to. */
export const mergeOrders: MergeShopper = async (tx, shopId, from, to) => {
  const { user_id: userId } = await tx
    .selectFrom('shopper')
    .select('user_id')
    .where('config_id', '=', shopId)
    .where('id', '=', to)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('shop_order')
    .set({ shopper_id: to, user_id: userId })
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', from)
    .execute()
  // A retry after the sign-in must not place a second order.
  const owner = orderKeyOwner({ userId: userId ?? undefined, shopperId: to })
  await moveIdempotencyKeys(tx, shopId, orderKeyOwner({ shopperId: from }), owner)
}

/** Moves a guest's order to an account. AppError 409 if it has moved to another one since it was read. */
export async function moveToAccount(
  tx: Transaction,
  shopId: number,
  orderId: number,
  userId: number,
): Promise<void> {
  await tx
    .updateTable('shop_order')
    // Without the guest's shopper, so that a later sign-in of that browser does not move it on.
    .set({ user_id: userId, shopper_id: null })
    .where('config_id', '=', shopId)
    .where('id', '=', orderId)
    .where('user_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(
      () => new AppError(409, 'has_account', 'This order already belongs to an account'),
    )
}
