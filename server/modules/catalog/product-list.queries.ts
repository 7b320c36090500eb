import { sql } from 'kysely'
import type { ProductCard } from '#contract/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findTotal, isTallied } from './facet-tally.queries.ts'
import { listCards } from './product-card.queries.ts'
import { behind, pageMarks } from './page-marks.ts'
import { seenIn, type Filter } from './product-filter.ts'
import type { Selection } from './product-selection.queries.ts'

/** Without page and limit the whole list is answered, up to this many. */
const wholeList = 1000

/**
 * One page of a selection and how many products it has in all, which `count` says where the page itself does not tell.
 * `marks` are of this selection in its order; a far page is found by them.
 */
export async function listProducts(
  db: Database,
  shop: ShopContext,
  selection: Selection,
  { page, limit }: Pick<Filter, 'page' | 'limit'>,
  count: () => Promise<number>,
  marks = pageMarks(),
): Promise<{ response: ProductCard[]; total: number }> {
  const size = limit ?? (page ? 20 : wholeList)
  const offset = ((page ?? 1) - 1) * size
  const { ranked } = selection
  if (ranked) {
    const left = await filterRanked(db, { ...selection, ranked })
    return { response: await listCards(db, shop, left.slice(offset, offset + size)), total: left.length }
  }
  const ids = await listIds(db, selection, size, offset, marks)
  // A page that is not full is the last one.
  const isLast = ids.length < size && (ids.length > 0 || offset === 0)
  const [response, total] = await Promise.all([
    listCards(db, shop, ids),
    isLast ? offset + ids.length : count(),
  ])
  return { response, total }
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
  { configId, scope, choices, order }: Selection,
  limit: number,
  offset: number,
  marks = pageMarks(),
): Promise<number[]> {
  const mark = marks.before(offset)
  const conditions = [...scope, ...choices.values(), ...(mark ? [behind(order, mark.last)] : [])]
  const way = sql.raw(order.descending ? 'desc' : 'asc')
  // What is read past is not made into text.
  const { rows } = await sql<{ id: number; key: string }>`
    select listed.id, listed.key::text as key
    from (
      select p.id, ${order.key} as key from product p
      where ${seenIn(configId, conditions)}
      order by key ${way}, p.id ${way}
      limit ${limit} offset ${offset - (mark?.passed ?? 0)}
    ) listed
    order by listed.key ${way}, listed.id ${way}`.execute(db)
  const last = rows.at(-1)
  if (last) marks.note(offset + rows.length, last)
  return rows.map(({ id }) => id)
}

/** Of what a text finds, the products that meet everything else, in its order. */
async function filterRanked(
  db: Database,
  {
    configId,
    scope,
    choices,
    ranked,
  }: Required<Pick<Selection, 'configId' | 'scope' | 'choices' | 'ranked'>>,
): Promise<readonly number[]> {
  // The search knows what shoppers see.
  if (ranked.length === 0 || (scope.length === 0 && [...choices.keys()].every((name) => name === 'q')))
    return ranked
  const { rows } = await sql<{ id: number }>`
    select p.id from product p where ${seenIn(configId, [...scope, ...choices.values()])}`.execute(db)
  const met = new Set(rows.map(({ id }) => id))
  return ranked.filter((id) => met.has(id))
}

/** How many products a selection has. Of a whole shop, category or subcategory that is known without counting. */
export async function countProducts(db: Database, selection: Selection): Promise<number> {
  if (isTallied(selection)) return await findTotal(db, selection)
  const { configId, scope, choices } = selection
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from product p
    where ${seenIn(configId, [...scope, ...choices.values()])}`.execute(db)
  return rows[0]?.total ?? 0
}
