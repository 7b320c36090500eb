import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { record, recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import { nameTaken, noSizeGuide, notFound, requireUnused, requireName, withChanges } from '../input.rules.ts'
import { asOneJob, lockReplacement, type DeleteOptions } from '../replacement.writes.ts'
import { reassignSubcategory } from './reassign.writes.ts'
import { requireImages } from '../images/image.writes.ts'
import { claimForNewRow } from '../new-row.writes.ts'
import { changeSlug } from '../slugs/slug.writes.ts'

export interface SubcategoryInput {
  categoryId: number
  /** Unique in its category. */
  name: string
  /** Derived from the name by default. AppError 409 if it is taken. */
  slug?: string
  /** File name of a stored image. */
  image?: string | null
  /** Slug of the content page with the size guide of its products; null: that of its category. */
  sizeGuide?: string | null
  /** The last position by default. */
  position?: number
}

const subcategories = recordWrites({
  table: 'subcategory',
  columns: {
    categoryId: 'category_id',
    name: 'name',
    slug: 'slug',
    image: 'image',
    sizeGuide: 'size_guide',
    position: 'position',
  },
  missing: () => notFound('subcategory'),
  violations: {
    subcategory_name: ({ name }) => nameTaken(name),
    subcategory_config_id_category_id_fkey: () => notFound('category'),
    subcategory_size_guide_fkey: ({ sizeGuide }) => noSizeGuide(sizeGuide),
  },
})

/** The stored subcategory, locked until the transaction ends. AppError 404 if it does not exist. */
export const lockSubcategory = subcategories.lock

/** Adds a subcategory and returns its id. An undo of a deletion passes the `formerId`. AppError 404 for an unknown category. */
export async function createSubcategory(
  tx: Transaction,
  context: WriteContext,
  input: SubcategoryInput,
  formerId?: number,
): Promise<number> {
  const { categoryId } = input
  const name = requireName(input.name)
  const image = input.image ?? null
  const wanted = { name, image, slug: input.slug, position: input.position }
  const { slug, position } = await claimForNewRow(tx, context.shopId, 'subcategory', wanted)
  const sizeGuide = input.sizeGuide ?? null
  return subcategories.create(tx, context, { categoryId, name, slug, image, sizeGuide, position }, formerId)
}

/** Changes the given fields; products follow it to another category. AppError 404 if it does not exist. */
export async function updateSubcategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<SubcategoryInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await subcategories.lockVersion(tx, context, id, version)
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  const { categoryId, name, slug, image, sizeGuide, position } = after
  if (image && image !== before.image) await requireImages(tx, shopId, [image])
  if (slug !== before.slug) await changeSlug(tx, shopId, 'subcategory', { id, from: before.slug, to: slug })
  // One statement, because a constraint ties each product's subcategory to its category.
  await tx
    .with('moved', (db) =>
      db
        .updateTable('product')
        .set({ category_id: categoryId })
        .where('config_id', '=', shopId)
        .where('subcategory_id', '=', id)
        .where('deleted_at', 'is', null)
        .where('category_id', '<>', categoryId),
    )
    .updateTable('subcategory')
    .set({ category_id: categoryId, name, slug, image, size_guide: sizeGuide, position })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch(subcategories.explain(after))
  later(
    tx,
    record(tx, { ...context, action: 'update', subject: 'subcategory', subjectId: id, before, after }),
  )
}

/**
 * Deletes a subcategory. AppError 409 `in_use` lists what still uses it. `moveTo` first moves its products and collection
 * rules to that subcategory, even in another category.
 */
export async function deleteSubcategory(
  tx: Transaction,
  caller: WriteContext,
  id: number,
  { moveTo }: DeleteOptions = {},
): Promise<void> {
  const context = moveTo === undefined ? caller : asOneJob(caller)
  const { shopId } = context
  await lockReplacement(tx, shopId, 'subcategory', id, moveTo)
  const before = await lockSubcategory(tx, shopId, id)
  if (moveTo !== undefined) await reassignSubcategory(tx, context, id, moveTo)
  const { rows } = await sql<{ product: number; collection: number }>`
    select (select count(*) from product where config_id = ${shopId} and subcategory_id = ${id} and deleted_at is null) as product,
      (select count(*) from collection where config_id = ${shopId} and rule ->> 'productsubcategoryid' = ${String(id)}) as collection
  `.execute(tx)
  requireUnused(before.name, { ...rows[0] })
  await subcategories.remove(tx, context, id, before)
}
