import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { explainRefusal } from './product-refusal.ts'
import { refreshFacets } from './facet.writes.ts'
import { refuseIssues, withChanges } from './input.rules.ts'
import { requirePictures } from './picture.writes.ts'
import { complete, findIssues, type ProductInput, type ProductState } from './product.rules.ts'
import { lockProduct } from './product-state.queries.ts'
import { claimSlug } from './slug.writes.ts'
import { retireVariants, writeVariants } from './variant.writes.ts'

/** Adds a product with its variants, pictures, specifications and opening stock, and answers its id. */
export async function createProduct(
  tx: Transaction,
  context: WriteContext,
  input: ProductInput,
): Promise<number> {
  const { configId } = context
  const product = complete(input)
  refuseIssues(findIssues(product))
  await requirePictures(
    tx,
    configId,
    product.pictures.map(({ file }) => file),
  )
  const slug = await claimSlug(tx, configId, 'product', { name: product.name, wanted: input.slug })
  const { id } = await tx
    .insertInto('product')
    .values({
      config_id: configId,
      ...rowOf({ ...product, slug }),
      ...(input.createdAt && { created_at: input.createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainRefusal)
  await insertPictures(tx, configId, id, product.pictures)
  const variants = await writeVariants(tx, context, id, [], product.variants)
  await insertSpecifications(tx, configId, id, product.specifications)
  await refreshFacets(tx, configId, [id])
  const after = { slug, ...product, variants }
  await record(tx, { ...context, action: 'create', subject: 'product', subjectId: id, after })
  return id
}

/**
 * Changes the given fields of a product; lists (variants, pictures, specifications) are given whole, and a variant that
 * is missing from them is retired. A new name leaves the address as it is. AppError 404 where there is no such product.
 */
export async function updateProduct(
  tx: Transaction,
  context: WriteContext,
  id: number,
  changes: Partial<Omit<ProductInput, 'createdAt'>>,
): Promise<void> {
  const { configId } = context
  const before = await lockProduct(tx, configId, id)
  const { slug, ...changed } = withChanges<Omit<ProductInput, 'createdAt'> & { slug: string }>(
    before,
    changes,
  )
  const product = complete(changed)
  refuseIssues(findIssues(product))
  await requirePictures(
    tx,
    configId,
    product.pictures.map(({ file }) => file),
  )
  if (slug !== before.slug) await claimSlug(tx, configId, 'product', { name: product.name, wanted: slug })

  if (changes.pictures) {
    await clear(tx, configId, id, 'product_picture')
    await insertPictures(tx, configId, id, product.pictures)
  }
  const variants = await writeVariants(tx, context, id, before.variants, product.variants)
  if (changes.specifications) {
    await clear(tx, configId, id, 'product_specification')
    await insertSpecifications(tx, configId, id, product.specifications)
  }
  await tx
    .updateTable('product')
    .set({ ...rowOf({ ...product, slug }), updated_at: sql`now()` })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(explainRefusal)
  await refreshFacets(tx, configId, [id])
  const after = { slug, ...product, variants }
  await record(tx, { ...context, action: 'update', subject: 'product', subjectId: id, before, after })
}

/**
 * Takes a product out of the shop. One that was ordered is archived: orders go on to show it, and it can be sold again.
 * Of any other the row stays, while its address and SKUs are free again. Answers which of both.
 */
export async function deleteProduct(
  tx: Transaction,
  context: WriteContext,
  id: number,
): Promise<'archived' | 'deleted'> {
  const { configId } = context
  const before = await lockProduct(tx, configId, id)
  if (await wasOrdered(tx, configId, id)) {
    await updateProduct(tx, context, id, { status: 'archived' })
    return 'archived'
  }
  await retireVariants(
    tx,
    configId,
    before.variants.map((variant) => variant.id),
  )
  await tx
    .updateTable('product')
    .set({ deleted_at: sql`now()` })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
  await record(tx, { ...context, action: 'delete', subject: 'product', subjectId: id, before })
  return 'deleted'
}

async function wasOrdered(tx: Transaction, configId: number, id: number): Promise<boolean> {
  const line = await tx
    .selectFrom('order_line')
    .select('order_id')
    .where('config_id', '=', configId)
    .where('product_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

function rowOf(product: Omit<ProductState, 'variants' | 'pictures' | 'specifications'>) {
  return {
    category_id: product.categoryId,
    subcategory_id: product.subcategoryId,
    name: product.name,
    slug: product.slug,
    description: product.description,
    status: product.status,
    is_new: product.isNew,
    offer: product.offer,
    gst: product.gst,
    weight: product.weight,
    options: product.options,
    search_title: product.searchTitle,
    search_description: product.searchDescription,
  }
}

/** So that they can be given anew. */
async function clear(
  tx: Transaction,
  configId: number,
  productId: number,
  table: 'product_picture' | 'product_specification',
) {
  await tx.deleteFrom(table).where('config_id', '=', configId).where('product_id', '=', productId).execute()
}

async function insertPictures(
  tx: Transaction,
  configId: number,
  productId: number,
  pictures: ProductState['pictures'],
) {
  if (pictures.length === 0) return
  const rows = pictures.map(({ file, alt }, position) => ({
    config_id: configId,
    product_id: productId,
    position,
    file,
    alt,
  }))
  await tx.insertInto('product_picture').values(rows).execute()
}

async function insertSpecifications(
  tx: Transaction,
  configId: number,
  productId: number,
  specifications: ProductState['specifications'],
) {
  if (specifications.length === 0) return
  const rows = specifications.map(({ specificationId, description }, position) => ({
    config_id: configId,
    product_id: productId,
    position,
    specification_id: specificationId,
    description,
  }))
  await tx.insertInto('product_specification').values(rows).execute().catch(explainRefusal)
}
