import { sql } from 'kysely'
import type { ProductCard } from '#contract/catalog/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findTotal, hasStoredCounts } from '../../facets/facet-counts.queries.ts'
import { listCards } from '../cards/product-card.queries.ts'
import { isAfter, keysetCursors } from './keyset-cursors.ts'
import { visibleProducts, type Filter } from './product-filter.ts'
import type { Selection } from './product-selection.queries.ts'

/** The size of a list without page and limit. */
const MAX_UNPAGED = 1000

/**
 * One page of a selection, and its total. `count` runs only if the page does not reveal the total. `cursors` belong to this
 * selection and order; they speed up far pages.
 */
export async function listProducts(
  db: Database,
  shop: ShopContext,
  selection: Selection,
  { page, limit }: Pick<Filter, 'page' | 'limit'>,
  count: () => Promise<number>,
  cursors = keysetCursors(),
): Promise<{ response: ProductCard[]; total: number }> {
  const size = limit ?? (page ? 20 : MAX_UNPAGED)
  const offset = ((page ?? 1) - 1) * size
  const { ids, total } = await listProductIds(db, selection, { offset, limit: size }, cursors)
  const [response, counted] = await Promise.all([listCards(db, shop, ids), total ?? count()])
  return { response, total: counted }
}

/** The ids of one page of a selection, and its total if the page reveals it. */
export async function listProductIds(
  db: Database,
  selection: Selection,
  { offset, limit }: { offset: number; limit: number },
  cursors = keysetCursors(),
): Promise<{ ids: readonly number[]; total: number | undefined }> {
  const { ranked } = selection
  if (ranked) {
    const matching = await filterRanked(db, { ...selection, ranked })
    return { ids: matching.slice(offset, offset + limit), total: matching.length }
  }
  const ids = await listIds(db, selection, limit, offset, cursors)
  // A page that is not full is the last one, so its end is the total.
  const isLast = ids.length < limit && (ids.length > 0 || offset === 0)
  return { ids, total: isLast ? offset + ids.length : undefined }
}

/** The first cards of a selection. */
export async function listFirst(
  db: Database,
  shop: ShopContext,
  selection: Selection,
  count: number,
): Promise<ProductCard[]> {
  return await listCards(db, shop, await listIds(db, selection, count, 0))
}

async function listIds(
  db: Database,
  { shopId, scope, choices, order }: Selection,
  limit: number,
  offset: number,
  cursors = keysetCursors(),
): Promise<number[]> {
  const cursor = cursors.nearest(offset)
  const conditions = [...scope, ...choices.values(), ...(cursor ? [isAfter(order, cursor.last)] : [])]
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  // The key becomes text outside, so that skipped rows are not converted.
  const { rows } = await sql<{ id: number; key: string }>`
    select listed.id, listed.key::text as key
    from (
      select p.id, ${order.key} as key from product p
      where ${visibleProducts(shopId, conditions)}
      order by key ${direction}, p.id ${direction}
      limit ${limit} offset ${offset - (cursor?.offset ?? 0)}
    ) listed
    order by listed.key ${direction}, listed.id ${direction}`.execute(db)
  const last = rows.at(-1)
  if (last) cursors.add(offset + rows.length, last)
  return rows.map(({ id }) => id)
}

/** The search results that meet all other filters, in the order of the search. */
async function filterRanked(
  db: Database,
  { shopId, scope, choices, ranked }: Required<Pick<Selection, 'shopId' | 'scope' | 'choices' | 'ranked'>>,
): Promise<readonly number[]> {
  // Search results are visible products already.
  if (ranked.length === 0 || (scope.length === 0 && [...choices.keys()].every((name) => name === 'q')))
    return ranked
  const { rows } = await sql<{ id: number }>`
    select p.id from product p where ${visibleProducts(shopId, [...scope, ...choices.values()])}`.execute(db)
  const matching = new Set(rows.map(({ id }) => id))
  return ranked.filter((id) => matching.has(id))
}

/** How many products a selection has. For a whole shop, category or subcategory the number is stored. */
export async function countProducts(db: Database, selection: Selection): Promise<number> {
  if (hasStoredCounts(selection)) return await findTotal(db, selection)
  const { shopId, scope, choices } = selection
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from product p
    where ${visibleProducts(shopId, [...scope, ...choices.values()])}`.execute(db)
  return rows[0]?.total ?? 0
}
