import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { lockShoppers, moveShare } from '#server/modules/identity/index.ts'

const MAX_ITEMS = 500

/** A merge may exceed the limit of adding, so that a sign-in loses nothing. */
const MAX_MERGED_ITEMS = 2 * MAX_ITEMS

// Callers hold the lock on the shopper, so what is read stays valid until the write.

/** Adds a product and returns whether it is new. AppError 409 if the wishlist is full. */
export async function addItem(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  productId: number,
): Promise<boolean> {
  const { items, isPresent } = await tx
    .selectFrom('wishlist_item')
    .select(sql<number>`count(*)::integer`.as('items'))
    .select(sql<boolean>`coalesce(bool_or(product_id = ${productId}), false)`.as('isPresent'))
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', shopperId)
    .executeTakeFirstOrThrow()
  if (isPresent) return false
  if (items >= MAX_ITEMS) {
    throw new AppError(409, 'wishlist_full', `Your wishlist can hold up to ${MAX_ITEMS} products`)
  }
  await addToWishlist(tx, shopId, shopperId, [productId])
  return true
}

/** Adds products that are not on the wishlist yet, without a limit. */
export async function addToWishlist(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return
  await tx
    .insertInto('wishlist_item')
    .values(productIds.map((id) => ({ config_id: shopId, shopper_id: shopperId, product_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a product, if it is on the wishlist. */
export async function removeItem(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  productId: number,
): Promise<void> {
  await tx
    .deleteFrom('wishlist_item')
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', shopperId)
    .where('product_id', '=', productId)
    .execute()
}

/** Moves the items of one wishlist to another, newest first, up to the limit. */
export async function mergeWishlist(
  tx: Transaction,
  shopId: number,
  from: number,
  to: number,
): Promise<void> {
  await lockShoppers(tx, shopId, [from, to])
  await moveShare(tx, shopId, from, to)
  await sql`
    insert into wishlist_item (config_id, shopper_id, product_id, added_at)
    select f.config_id, ${to}, f.product_id, f.added_at from wishlist_item f
    where f.config_id = ${shopId} and f.shopper_id = ${from} and not exists (
      select from wishlist_item t
      where t.config_id = f.config_id and t.shopper_id = ${to} and t.product_id = f.product_id
    )
    order by f.added_at desc
    limit greatest(0, ${MAX_MERGED_ITEMS} - (
      select count(*) from wishlist_item where config_id = ${shopId} and shopper_id = ${to}
    ))`.execute(tx)
  await tx
    .deleteFrom('wishlist_item')
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', from)
    .execute()
}
