import { moveIdempotencyKeys } from '#server/modules/idempotency/index.ts'
import type { MergeShopper } from '#server/modules/identity/index.ts'
import { moveOrders } from './order.writes.ts'

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
  await moveOrders(tx, shopId, from, { shopperId: to, userId })
  // A retry after the sign-in must not place a second order.
  const owner = orderKeyOwner({ userId: userId ?? undefined, shopperId: to })
  await moveIdempotencyKeys(tx, shopId, orderKeyOwner({ shopperId: from }), owner)
}
