import { sql } from 'kysely'
import { later, type Transaction, violation } from '#server/db/connect.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { nameTaken, notFound, requireUnused, requireName, withChanges } from '../input.rules.ts'
import { asOneJob, lockReplacement, type DeleteOptions } from '../replacement.writes.ts'
import { reassignProducts, replaceInRules } from './reassign.writes.ts'
import { updateSubcategory } from './subcategory.writes.ts'
import { requireImages } from '../images/image.writes.ts'
import { claimForNewRow } from '../new-row.writes.ts'
import { changeSlug } from '../slugs/slug.writes.ts'

export interface CategoryInput {
  /** Unique in the shop. */
  name: string
  /** Derived from the name by default. AppError 409 if it is taken. */
  slug?: string
  /** File name of a stored image. */
  image?: string | null
  /** Code of the tax class of its products that have none; null: none. */
  taxClass?: string | null
  /** The last position by default. */
  position?: number
}

/** Adds a category and returns its id. An undo of a deletion passes the `formerId`. */
export async function createCategory(
  tx: Transaction,
  context: WriteContext,
  input: CategoryInput,
  formerId?: number,
): Promise<number> {
  const { shopId } = context
  const name = requireName(input.name)
  const image = input.image ?? null
  const wanted = { name, image, slug: input.slug, position: input.position }
  const { slug, position } = await claimForNewRow(tx, shopId, 'category', wanted)
  const taxClass = input.taxClass ?? null
  const after = { name, slug, image, taxClass, position }
  const { id } = await tx
    .insertInto('category')
    .values({ config_id: shopId, id: formerId, ...rowOf(after) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainViolation(name))
  later(tx, record(tx, { ...context, action: 'create', subject: 'category', subjectId: id, after }))
  return id
}

/** Changes the given fields of a category; a new name keeps its slug. AppError 404 if it does not exist. */
export async function updateCategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CategoryInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await lockVersion(
    tx,
    context,
    { subject: 'category', subjectId: id, version },
    lockCategory(tx, shopId, id),
  )
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  if (after.image && after.image !== before.image) await requireImages(tx, shopId, [after.image])
  if (after.slug !== before.slug)
    await changeSlug(tx, shopId, 'category', { id, from: before.slug, to: after.slug })
  await tx
    .updateTable('category')
    .set(rowOf(after))
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch(explainViolation(after.name))
  later(tx, record(tx, { ...context, action: 'update', subject: 'category', subjectId: id, before, after }))
}

/**
 * Deletes a category. AppError 409 `in_use` lists what still uses it. `moveTo` first moves its subcategories, products and
 * collection rules to that category.
 */
export async function deleteCategory(
  tx: Transaction,
  caller: WriteContext,
  id: number,
  { moveTo }: DeleteOptions = {},
): Promise<void> {
  const context = moveTo === undefined ? caller : asOneJob(caller)
  const { shopId } = context
  await lockReplacement(tx, shopId, 'category', id, moveTo)
  const before = await lockCategory(tx, shopId, id)
  if (moveTo !== undefined) await reassignCategory(tx, context, id, moveTo)
  const { rows } = await sql<{ subcategory: number; product: number; collection: number }>`
    select (select count(*) from subcategory where config_id = ${shopId} and category_id = ${id}) as subcategory,
      (select count(*) from product where config_id = ${shopId} and referenced_category_id = ${id}) as product,
      (select count(*) from collection where config_id = ${shopId} and rule ->> 'productcategoryid' = ${String(id)}) as collection
  `.execute(tx)
  requireUnused(before.name, { ...rows[0] })
  await tx.deleteFrom('category').where('config_id', '=', shopId).where('id', '=', id).execute()
  later(tx, record(tx, { ...context, action: 'delete', subject: 'category', subjectId: id, before }))
}

/** Moves everything inside a category to another one. AppError 409 if both have a subcategory of the same name. */
async function reassignCategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  moveTo: number,
): Promise<void> {
  const { shopId } = context
  const subcategories = await tx
    .selectFrom('subcategory')
    .select('id')
    .where('config_id', '=', shopId)
    .where('category_id', '=', id)
    .orderBy('id')
    .execute()
  for (const subcategory of subcategories) {
    await updateSubcategory(tx, context, subcategory.id, { categoryId: moveTo })
  }
  await reassignProducts(tx, context, { categoryId: id }, { categoryId: moveTo, subcategoryId: null })
  await replaceInRules(tx, context, 'productcategoryid', id, { productcategoryid: moveTo })
}

/** The stored category, locked until the transaction ends. AppError 404 if it does not exist. */
export async function lockCategory(tx: Transaction, shopId: number, id: number) {
  const row = await tx
    .selectFrom('category')
    .select(['name', 'slug', 'image', 'tax_class as taxClass', 'position'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('category')
  return row
}

const rowOf = ({ taxClass, ...row }: Required<CategoryInput>) => ({ ...row, tax_class: taxClass })

function explainViolation(name: string) {
  return (error: unknown): never => {
    throw violation(error)?.constraint === 'category_name' ? nameTaken(name) : error
  }
}
