import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { lockShoppers } from '#server/http/shopper-writes.ts'
import { moveShare } from './share.writes.ts'

const mostItems = 500

/** Merging may go beyond what can be added by hand, so that nothing is lost, but not without end. */
const mostMerged = 2 * mostItems

// All of them are called with the shopper's row locked: what they have read stays true until they write.

/** Puts a product on a wishlist; answers whether it is new there. AppError 409 where the wishlist is full. */
export async function addItem(
  tx: Transaction,
  configId: number,
  shopperId: number,
  productId: number,
): Promise<boolean> {
  const { items, isThere } = await tx
    .selectFrom('wishlist_item')
    .select(sql<number>`count(*)::integer`.as('items'))
    .select(sql<boolean>`coalesce(bool_or(product_id = ${productId}), false)`.as('isThere'))
    .where('config_id', '=', configId)
    .where('shopper_id', '=', shopperId)
    .executeTakeFirstOrThrow()
  if (isThere) return false
  if (items >= mostItems) {
    throw new AppError(409, 'wishlist_full', `A wishlist takes at most ${mostItems} products`)
  }
  await addToWishlist(tx, configId, shopperId, [productId])
  return true
}

/** Puts products on a wishlist that are not there yet, without the limit of adding by hand. */
export async function addToWishlist(
  tx: Transaction,
  configId: number,
  shopperId: number,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return
  await tx
    .insertInto('wishlist_item')
    .values(productIds.map((id) => ({ config_id: configId, shopper_id: shopperId, product_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes a product off a wishlist; where it is not there nothing happens. */
export async function removeItem(
  tx: Transaction,
  configId: number,
  shopperId: number,
  productId: number,
): Promise<void> {
  await tx
    .deleteFrom('wishlist_item')
    .where('config_id', '=', configId)
    .where('shopper_id', '=', shopperId)
    .where('product_id', '=', productId)
    .execute()
}

/** Moves what is on one wishlist to another, the newest first as far as there is room. */
export async function mergeWishlist(
  tx: Transaction,
  configId: number,
  from: number,
  to: number,
): Promise<void> {
  await lockShoppers(tx, configId, [from, to])
  await moveShare(tx, configId, from, to)
  await sql`
    insert into wishlist_item (config_id, shopper_id, product_id, added_at)
    select f.config_id, ${to}, f.product_id, f.added_at from wishlist_item f
    where f.config_id = ${configId} and f.shopper_id = ${from} and not exists (
      select from wishlist_item t
      where t.config_id = f.config_id and t.shopper_id = ${to} and t.product_id = f.product_id
    )
    order by f.added_at desc
    limit greatest(0, ${mostMerged} - (
      select count(*) from wishlist_item where config_id = ${configId} and shopper_id = ${to}
    ))`.execute(tx)
  await tx
    .deleteFrom('wishlist_item')
    .where('config_id', '=', configId)
    .where('shopper_id', '=', from)
    .execute()
}
