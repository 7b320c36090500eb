import { sql } from 'kysely'
import type { ProductCard } from '#contract/catalog/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { cardColumns, cardTables } from './product-card.queries.ts'
import { cardOf, type CardRow } from './product-card.ts'
import { isPublic } from '../listing/product-filter.ts'

/** The card of a product on a wishlist. */
export interface SavedCard extends ProductCard {
  productdescription: string
  /** Shoppers can still see the product. */
  available: boolean
}

interface SavedRow extends Omit<CardRow, 'category_name'> {
  category_name: string | null
  description: string
  available: boolean
}

/** The cards of these products in the order of the ids. A product that shoppers cannot see keeps only name and images. */
export async function listSavedCards(
  db: Database,
  { shopId, currency }: ShopContext,
  ids: readonly number[],
): Promise<SavedCard[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SavedRow>`
    select ${cardColumns}, p.description, ${isPublic} as available
    from ${cardTables(2, sql`left join`)}
    where p.config_id = ${shopId} and p.id = any(${ids})`.execute(db)
  const cards = new Map(rows.map((row) => [row.id, savedCardOf(row, currency)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

function savedCardOf(row: SavedRow, currency: string): SavedCard {
  const { available, description } = row
  const category_name = row.category_name ?? ''
  if (available)
    return {
      ...cardOf({ ...row, category_name }, currency),
      productdescription: description,
      available,
    }
  const unknown = {
    regular_from: 0,
    sale_from: 0,
    several_prices: false,
    offer: 0,
    gst: 0,
    taxed: false,
    in_stock: false,
    is_new: false,
    simple: false,
    colours: [],
  }
  return {
    ...cardOf({ ...row, ...unknown, category_name }, currency),
    productdescription: '',
    available,
  }
}
