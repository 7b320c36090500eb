import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordAll, type WriteContext } from '#server/modules/journal/index.ts'
import { refreshFacets } from './facet.writes.ts'

/** Where a product stands, as its write function calls it. */
interface Place {
  categoryId: number
  subcategoryId: number | null
}

// So that each statement ends well within its time, however many products there are.
const batch = 1000

/** Moves every product of a category or a subcategory to another place. */
export async function moveProducts(
  tx: Transaction,
  context: WriteContext,
  from: { categoryId: number } | { subcategoryId: number },
  to: Place,
): Promise<void> {
  const { configId } = context
  const isThere =
    'categoryId' in from ? sql`category_id = ${from.categoryId}` : sql`subcategory_id = ${from.subcategoryId}`
  for (;;) {
    const { rows } = await sql<Place & { id: number }>`
      update product p
      set category_id = ${to.categoryId}, subcategory_id = ${to.subcategoryId}, updated_at = now()
      from (
        select id, category_id, subcategory_id from product
        where config_id = ${configId} and deleted_at is null and ${isThere}
        order by id limit ${batch} for no key update
      ) old
      where p.config_id = ${configId} and p.id = old.id
      returning p.id, old.category_id as "categoryId", old.subcategory_id as "subcategoryId"`.execute(tx)
    await recordAll(
      tx,
      context,
      rows.map(({ id, ...before }) => ({
        action: 'update',
        subject: 'product',
        subjectId: id,
        before,
        after: { ...to },
      })),
    )
    if (rows.length < batch) return
  }
}

type Pairs = { specificationId: number; description: string }[]

/**
 * Puts what products say under one specification under another one. A product that has both says both, with a comma
 * between; AppError 409 `too_long` where that would be more than 1,000 characters.
 */
export async function moveSpecification(
  tx: Transaction,
  context: WriteContext,
  id: number,
  moveTo: number,
): Promise<void> {
  const { configId } = context
  for (;;) {
    const { rows } = await sql<{ productId: number; name: string; pairs: Pairs }>`
      select p.id as "productId", p.name, (
        select json_agg(json_build_object('specificationId', s.specification_id, 'description', s.description) order by s.position)
        from product_specification s where s.config_id = p.config_id and s.product_id = p.id) as pairs
      from product p
      where p.config_id = ${configId} and p.deleted_at is null and p.id in (
        select s.product_id from product_specification s
        where s.config_id = ${configId} and s.specification_id = ${id})
      order by p.id limit ${batch} for no key update of p`.execute(tx)
    const moved = rows.map((row) => ({ ...row, after: withMoved(row, id, moveTo) }))
    await rewrite(tx, configId, moved)
    const productIds = moved.map(({ productId }) => productId)
    await refreshFacets(tx, configId, productIds)
    await recordAll(
      tx,
      context,
      moved.map(({ productId, pairs, after }) => ({
        action: 'update',
        subject: 'product',
        subjectId: productId,
        before: { specifications: pairs },
        after: { specifications: after },
      })),
    )
    if (rows.length < batch) return
  }
}

function withMoved({ name, pairs }: { name: string; pairs: Pairs }, id: number, moveTo: number): Pairs {
  const said = pairs.find(({ specificationId }) => specificationId === id)?.description ?? ''
  const others = pairs.filter(({ specificationId }) => specificationId !== id)
  const there = others.find(({ specificationId }) => specificationId === moveTo)
  if (!there) {
    return pairs.map((pair) =>
      pair.specificationId === id ? { specificationId: moveTo, description: said } : pair,
    )
  }
  const description = there.description === said ? said : `${there.description}, ${said}`
  if (description.length > 1000) {
    throw new AppError(409, 'too_long', `${name} says too much under both names: shorten it there first`)
  }
  return others.map((pair) => (pair === there ? { ...pair, description } : pair))
}

async function rewrite(
  tx: Transaction,
  configId: number,
  products: { productId: number; after: Pairs }[],
): Promise<void> {
  if (products.length === 0) return
  await tx
    .deleteFrom('product_specification')
    .where('config_id', '=', configId)
    .where(
      'product_id',
      'in',
      products.map(({ productId }) => productId),
    )
    .execute()
  const rows = products.flatMap(({ productId, after }) =>
    after.map(({ specificationId, description }, position) => ({
      product_id: productId,
      position,
      specification_id: specificationId,
      description,
    })),
  )
  await sql`
    insert into product_specification (config_id, product_id, position, specification_id, description)
    select ${configId}, r.* from jsonb_to_recordset(${JSON.stringify(rows)})
      as r (product_id integer, position integer, specification_id integer, description text)`.execute(tx)
}
