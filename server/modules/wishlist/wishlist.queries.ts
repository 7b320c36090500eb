import { sql } from 'kysely'
import type { WishlistItem } from '#contract/wishlist/wishlist.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { listSavedCards } from '#server/modules/catalog/index.ts'

/** The wishlist of a shopper, newest first. */
export async function listItems(db: Database, shop: ShopContext, shopperId: number): Promise<WishlistItem[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .select('product_id')
    .where('config_id', '=', shop.shopId)
    .where('shopper_id', '=', shopperId)
    .orderBy('added_at', 'desc')
    .orderBy('product_id', 'desc')
    .execute()
  return listSavedCards(
    db,
    shop,
    rows.map((row) => row.product_id),
  )
}

/** The shopper whose wishlist a token opens; undefined if it is unknown or revoked. */
export async function findSharedShopper(
  db: Database,
  shopId: number,
  token: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('shopper')
    .select('id')
    .where('config_id', '=', shopId)
    .where('share_token', '=', token)
    .executeTakeFirst()
  return row?.id
}

/** Whether the shop shows a product now. */
export async function isLive(db: Database, shopId: number, productId: number): Promise<boolean> {
  const row = await db
    .selectFrom('product')
    .select('id')
    .where('config_id', '=', shopId)
    .where('id', '=', productId)
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A wishlist item in the data export of a user. */
interface ExportedItem {
  product: string
  addedAt: string
}

/** The wishlist of a user for the data export, newest first. */
export async function exportWishlist(db: Database, shopId: number, userId: number): Promise<ExportedItem[]> {
  const { rows } = await sql<{ product: string; addedAt: Date }>`
    select p.name as product, i.added_at as "addedAt"
    from shopper s
    join wishlist_item i on i.config_id = s.config_id and i.shopper_id = s.id
    join product p on p.config_id = i.config_id and p.id = i.product_id
    where s.config_id = ${shopId} and s.user_id = ${userId}
    order by i.added_at desc, p.id desc`.execute(db)
  return rows.map(({ product, addedAt }) => ({ product, addedAt: addedAt.toISOString() }))
}
