import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { queueSearchDocuments } from '#server/modules/search/index.ts'
import { explainViolation } from './product-violations.ts'
import { refreshFacets } from '../../facets/facet.writes.ts'
import { refuseIssues, withChanges } from '../../input.rules.ts'
import { requireImages } from '../../images/image.writes.ts'
import { normalizeProduct, findIssues, type ProductInput, type ProductState } from './product.rules.ts'
import { lockProduct } from './product-state.queries.ts'
import { changeSlug, claimSlug } from '../../slugs/slug.writes.ts'
import { retireVariants, writeVariants } from './variant.writes.ts'

/** Adds a product with its variants, images, specifications and opening stock. Returns its id. */
export async function createProduct(
  tx: Transaction,
  context: WriteContext,
  input: ProductInput,
): Promise<number> {
  const { configId } = context
  const product = normalizeProduct(input)
  refuseIssues(findIssues(product))
  await requireImages(
    tx,
    configId,
    product.images.map(({ file }) => file),
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
    .catch(explainViolation)
  await replaceImages(tx, configId, id, product.images)
  const variants = await writeVariants(tx, context, id, [], product.variants)
  await replaceSpecifications(tx, configId, id, product.specifications)
  await refreshFacets(tx, configId, [id])
  const after = { slug, ...product, variants }
  await record(tx, { ...context, action: 'create', subject: 'product', subjectId: id, after })
  return id
}

/**
 * Changes the given fields of a product. Lists (variants, images, specifications) replace the stored ones; missing variants
 * are retired. A new name keeps the slug. AppError 404 if the product does not exist.
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
  const product = normalizeProduct(changed)
  refuseIssues(findIssues(product))
  await requireImages(
    tx,
    configId,
    product.images.map(({ file }) => file),
  )
  if (slug !== before.slug) await changeSlug(tx, configId, 'product', { id, from: before.slug, to: slug })

  if (changes.images) await replaceImages(tx, configId, id, product.images)
  const variants = await writeVariants(tx, context, id, before.variants, product.variants)
  if (changes.specifications) await replaceSpecifications(tx, configId, id, product.specifications)
  await tx
    .updateTable('product')
    .set({ ...rowOf({ ...product, slug }), updated_at: sql`now()` })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(explainViolation)
  await refreshFacets(tx, configId, [id])
  const after = { slug, ...product, variants }
  await record(tx, { ...context, action: 'update', subject: 'product', subjectId: id, before, after })
}

/**
 * Removes a product from the shop. A product with orders is archived, because orders still show it. Of any other, the row
 * stays for undo, but its slug and SKUs become free. Returns the outcome.
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

function rowOf(product: Omit<ProductState, 'variants' | 'images' | 'specifications'>) {
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

/** The dashboard's product table shows which products lack an image or an alt text. */
async function replaceImages(
  tx: Transaction,
  configId: number,
  productId: number,
  images: ProductState['images'],
) {
  await deleteRows(tx, configId, productId, 'product_image')
  const rows = images.map(({ file, alt }, position) => ({
    config_id: configId,
    product_id: productId,
    position,
    file,
    alt,
  }))
  if (rows.length > 0) await tx.insertInto('product_image').values(rows).execute()
  await sql`select refresh_product_listing(array[${configId}::integer], array[${productId}::integer])`.execute(
    tx,
  )
}

/** A search finds products by their specifications. */
async function replaceSpecifications(
  tx: Transaction,
  configId: number,
  productId: number,
  specifications: ProductState['specifications'],
) {
  await deleteRows(tx, configId, productId, 'product_specification')
  const rows = specifications.map(({ specificationId, description }, position) => ({
    config_id: configId,
    product_id: productId,
    position,
    specification_id: specificationId,
    description,
  }))
  if (rows.length > 0) {
    await tx.insertInto('product_specification').values(rows).execute().catch(explainViolation)
  }
  await queueSearchDocuments(tx, configId, [productId])
}

async function deleteRows(
  tx: Transaction,
  configId: number,
  productId: number,
  table: 'product_image' | 'product_specification',
) {
  await tx.deleteFrom(table).where('config_id', '=', configId).where('product_id', '=', productId).execute()
}
