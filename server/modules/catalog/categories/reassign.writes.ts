import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { recordAll, type WriteContext } from '#server/modules/audit/index.ts'
import { updateCollection, type CollectionRule } from '../collections/collection.writes.ts'

/** Keeps every statement well below the statement timeout. */
const BATCH_SIZE = 1000

/** The category of a product, with the field names of its write functions. */
interface ProductCategory {
  categoryId: number
  subcategoryId: number | null
}

/** Moves all products and collection rules of a subcategory to another one, and so to the category of that one. */
export async function reassignSubcategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  moveTo: number,
): Promise<void> {
  const { shopId } = context
  const { category_id: categoryId } = await tx
    .selectFrom('subcategory')
    .select('category_id')
    .where('config_id', '=', shopId)
    .where('id', '=', moveTo)
    .executeTakeFirstOrThrow()
  await reassignProducts(tx, context, { subcategoryId: id }, { categoryId, subcategoryId: moveTo })
  await replaceInRules(tx, context, 'productsubcategoryid', id, {
    productcategoryid: categoryId,
    productsubcategoryid: moveTo,
  })
}

/** Moves every product of a category or a subcategory. */
export async function reassignProducts(
  tx: Transaction,
  context: WriteContext,
  from: { categoryId: number } | { subcategoryId: number },
  to: ProductCategory,
): Promise<void> {
  const { shopId } = context
  const isInside =
    'categoryId' in from ? sql`category_id = ${from.categoryId}` : sql`subcategory_id = ${from.subcategoryId}`
  for (;;) {
    const { rows } = await sql<ProductCategory & { id: number }>`
      update product p
      set category_id = ${to.categoryId}, subcategory_id = ${to.subcategoryId}, updated_at = now()
      from (
        select id, category_id, subcategory_id from product
        where config_id = ${shopId} and deleted_at is null and ${isInside}
        order by id limit ${BATCH_SIZE} for no key update
      ) old
      where p.config_id = ${shopId} and p.id = old.id
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
    if (rows.length < BATCH_SIZE) return
  }
}

/** Rewrites the collection rules that refer to a category or subcategory. */
export async function replaceInRules(
  tx: Transaction,
  context: WriteContext,
  field: 'productcategoryid' | 'productsubcategoryid',
  id: number,
  replacement: CollectionRule,
): Promise<void> {
  const { rows } = await sql<{ id: number; rule: CollectionRule }>`
    select id, rule from collection
    where config_id = ${context.shopId} and rule ->> ${field} = ${String(id)} order by id`.execute(tx)
  for (const row of rows) {
    await updateCollection(tx, context, row.id, { rule: { ...row.rule, ...replacement } })
  }
}
