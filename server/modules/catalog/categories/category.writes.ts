import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import { nameTaken, noSizeGuide, notFound, requireUnused, requireName, withChanges } from '../input.rules.ts'
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
  /** Slug of the content page with the size guide of its products; null: none. */
  sizeGuide?: string | null
  /** The last position by default. */
  position?: number
}

const categories = recordWrites({
  table: 'category',
  columns: {
    name: 'name',
    slug: 'slug',
    image: 'image',
    taxClass: 'tax_class',
    sizeGuide: 'size_guide',
    position: 'position',
  },
  missing: () => notFound('category'),
  violations: {
    category_name: ({ name }) => nameTaken(name),
    category_size_guide_fkey: ({ sizeGuide }) => noSizeGuide(sizeGuide),
  },
})

/** The stored category, locked until the transaction ends. AppError 404 if it does not exist. */
export const lockCategory = categories.lock

/** Adds a category and returns its id. An undo of a deletion passes the `formerId`. */
export async function createCategory(
  tx: Transaction,
  context: WriteContext,
  input: CategoryInput,
  formerId?: number,
): Promise<number> {
  const name = requireName(input.name)
  const image = input.image ?? null
  const wanted = { name, image, slug: input.slug, position: input.position }
  const { slug, position } = await claimForNewRow(tx, context.shopId, 'category', wanted)
  const { taxClass = null, sizeGuide = null } = input
  return categories.create(tx, context, { name, slug, image, taxClass, sizeGuide, position }, formerId)
}

/** Changes the given fields of a category; a new name keeps its slug. AppError 404 if it does not exist. */
export async function updateCategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CategoryInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await categories.lockVersion(tx, context, id, version)
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  if (after.image && after.image !== before.image) await requireImages(tx, shopId, [after.image])
  if (after.slug !== before.slug)
    await changeSlug(tx, shopId, 'category', { id, from: before.slug, to: after.slug })
  await categories.update(tx, context, id, { before, after })
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
  await categories.remove(tx, context, id, before)
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
