import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordAll, type WriteContext } from '#server/modules/audit/index.ts'
import { queueSearchDocuments } from '#server/modules/search/index.ts'
import { refreshFacets } from '../facets/facet.writes.ts'

/** Keeps every statement well below the statement timeout. */
const BATCH_SIZE = 1000
const MAX_DESCRIPTION_LENGTH = 1000

interface SpecificationValue {
  specificationId: number
  description: string
}

/**
 * Moves the values of one specification to another one. A product with both gets both values, separated by a comma;
 * AppError 409 `too_long` if that exceeds 1,000 characters.
 */
export async function reassignSpecification(
  tx: Transaction,
  context: WriteContext,
  id: number,
  moveTo: number,
): Promise<void> {
  const { shopId } = context
  for (;;) {
    const { rows } = await sql<{ productId: number; name: string; values: SpecificationValue[] }>`
      select p.id as "productId", p.name, (
        select json_agg(json_build_object('specificationId', s.specification_id, 'description', s.description) order by s.position)
        from product_specification s where s.config_id = p.config_id and s.product_id = p.id) as values
      from product p
      where p.config_id = ${shopId} and p.deleted_at is null and p.id in (
        select s.product_id from product_specification s
        where s.config_id = ${shopId} and s.specification_id = ${id})
      order by p.id limit ${BATCH_SIZE} for no key update of p`.execute(tx)
    const moved = rows.map((row) => ({ ...row, after: mergeValues(row, id, moveTo) }))
    await replaceValues(tx, shopId, moved)
    const productIds = moved.map(({ productId }) => productId)
    later(tx, refreshFacets(tx, shopId, productIds))
    await queueSearchDocuments(tx, shopId, productIds)
    await recordAll(
      tx,
      context,
      moved.map(({ productId, values, after }) => ({
        action: 'update',
        subject: 'product',
        subjectId: productId,
        before: { specifications: values },
        after: { specifications: after },
      })),
    )
    if (rows.length < BATCH_SIZE) return
  }
}

function mergeValues(
  { name, values }: { name: string; values: SpecificationValue[] },
  id: number,
  moveTo: number,
): SpecificationValue[] {
  const moved = values.find(({ specificationId }) => specificationId === id)?.description ?? ''
  const others = values.filter(({ specificationId }) => specificationId !== id)
  const target = others.find(({ specificationId }) => specificationId === moveTo)
  if (!target) {
    return values.map((value) =>
      value.specificationId === id ? { specificationId: moveTo, description: moved } : value,
    )
  }
  const description = target.description === moved ? moved : `${target.description}, ${moved}`
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw new AppError(409, 'too_long', `The combined description of ${name} is too long. Shorten it first.`)
  }
  return others.map((value) => (value === target ? { ...value, description } : value))
}

async function replaceValues(
  tx: Transaction,
  shopId: number,
  products: { productId: number; after: SpecificationValue[] }[],
): Promise<void> {
  if (products.length === 0) return
  await tx
    .deleteFrom('product_specification')
    .where('config_id', '=', shopId)
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
    select ${shopId}, r.product_id, r.position, r.specification_id, r.description
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as r (product_id integer, position integer, specification_id integer, description text)`.execute(tx)
}
