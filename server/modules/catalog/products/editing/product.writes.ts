import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { findVersion, record, type WriteContext } from '#server/modules/audit/index.ts'
import { queueSearchDocuments } from '#server/modules/search/index.ts'
import { explainViolation } from './product-violations.ts'
import { refreshFacets } from '../../facets/facet.writes.ts'
import { refuseIssues, withChanges } from '../../input.rules.ts'
import { requireImages } from '../../images/image.writes.ts'
import { normalizeProduct, findIssues, type ProductInput, type ProductState } from './product.rules.ts'
import { lockProduct } from './product-state.queries.ts'
import { changeSlug } from '../../slugs/slug.writes.ts'
import { retireVariants, writeVariants } from './variant.writes.ts'

export type ProductChanges = Partial<Omit<ProductInput, 'createdAt'>>

/**
 * Changes the given fields of a product. Lists (variants, images, specifications) replace the stored ones; missing variants
 * are retired. A new name keeps the slug. AppError 404 if the product does not exist.
 */
export async function updateProduct(
  tx: Transaction,
  context: WriteContext,
  id: number,
  changes: ProductChanges,
): Promise<void> {
  await updateLockedProduct(tx, context, { id, before: await lockProduct(tx, context.shopId, id) }, changes)
}

/** As `updateProduct`, for a product that the caller has locked. Returns its version. */
export async function updateLockedProduct(
  tx: Transaction,
  context: WriteContext,
  { id, before }: { id: number; before: ProductState },
  changes: ProductChanges,
): Promise<number> {
  const { shopId } = context
  const { slug, ...changed } = withChanges<Omit<ProductInput, 'createdAt'> & { slug: string }>(
    before,
    changes,
  )
  const product = normalizeProduct(changed)
  refuseIssues(findIssues(product))
  const images = product.images.map(({ file }) => file)
  const requiring = requireImages(tx, shopId, images)
  if (changes.images) later(tx, replaceImages(tx, shopId, id, product.images))
  const [variants] = await Promise.all([
    writeVariants(tx, context, id, before.variants, product.variants),
    requiring,
    slug !== before.slug && changeSlug(tx, shopId, 'product', { id, from: before.slug, to: slug }),
    changes.specifications && replaceSpecifications(tx, shopId, id, product.specifications),
  ])
  const writing = tx
    .updateTable('product')
    .set({ ...rowOf({ ...product, slug }), updated_at: sql`now()` })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch(explainViolation)
  later(tx, refreshFacets(tx, shopId, [id]))
  const after = { slug, ...product, variants }
  later(tx, record(tx, { ...context, action: 'update', subject: 'product', subjectId: id, before, after }))
  const [version] = await Promise.all([
    findVersion(tx, shopId, { subject: 'product', subjectId: id }),
    writing,
  ])
  return version
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
  const { shopId } = context
  const before = await lockProduct(tx, shopId, id)
  if (await wasOrdered(tx, shopId, id)) {
    await updateProduct(tx, context, id, { status: 'archived' })
    return 'archived'
  }
  later(
    tx,
    retireVariants(
      tx,
      shopId,
      before.variants.map((variant) => variant.id),
    ),
  )
  await tx
    .updateTable('product')
    .set({ deleted_at: sql`now()` })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  later(tx, record(tx, { ...context, action: 'delete', subject: 'product', subjectId: id, before }))
  return 'deleted'
}

async function wasOrdered(tx: Transaction, shopId: number, id: number): Promise<boolean> {
  const line = await tx
    .selectFrom('order_line')
    .select('order_id')
    .where('config_id', '=', shopId)
    .where('product_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/** The columns of a product. */
export function rowOf(product: Omit<ProductState, 'variants' | 'images' | 'specifications'>) {
  return {
    category_id: product.categoryId,
    subcategory_id: product.subcategoryId,
    name: product.name,
    slug: product.slug,
    description: product.description,
    status: product.status,
    is_new: product.isNew,
    offer: product.offer,
    sale_starts_at: product.saleStartsAt,
    sale_ends_at: product.saleEndsAt,
    gst: product.gst,
    tax_class: product.taxClass,
    hsn: product.hsn,
    brand: product.brand,
    origin: product.origin,
    weight: product.weight,
    options: product.options,
    search_title: product.searchTitle,
    search_description: product.searchDescription,
  }
}

/** The dashboard's product table shows which products lack an image or an alt text. */
async function replaceImages(
  tx: Transaction,
  shopId: number,
  productId: number,
  images: ProductState['images'],
): Promise<void> {
  const deleting = deleteRows(tx, shopId, productId, 'product_image')
  const rows = images.map(({ file, alt, video = null }, position) => ({
    config_id: shopId,
    product_id: productId,
    position,
    file,
    alt,
    video,
  }))
  await Promise.all([
    deleting,
    rows.length > 0 && tx.insertInto('product_image').values(rows).execute(),
    sql`select refresh_product_listing(array[${shopId}::integer], array[${productId}::integer])`.execute(tx),
  ])
}

/** A search finds products by their specifications. */
async function replaceSpecifications(
  tx: Transaction,
  shopId: number,
  productId: number,
  specifications: ProductState['specifications'],
) {
  const deleting = deleteRows(tx, shopId, productId, 'product_specification')
  const rows = specifications.map(({ specificationId, description }, position) => ({
    config_id: shopId,
    product_id: productId,
    position,
    specification_id: specificationId,
    description,
  }))
  const inserting =
    rows.length > 0
      ? tx.insertInto('product_specification').values(rows).execute().catch(explainViolation)
      : undefined
  await Promise.all([deleting, inserting, queueSearchDocuments(tx, shopId, [productId])])
}

async function deleteRows(
  tx: Transaction,
  shopId: number,
  productId: number,
  table: 'product_image' | 'product_specification',
): Promise<void> {
  await tx.deleteFrom(table).where('config_id', '=', shopId).where('product_id', '=', productId).execute()
}
