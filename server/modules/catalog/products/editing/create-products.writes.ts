import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { recordAll, type WriteContext } from '#server/modules/audit/index.ts'
import { queueSearchDocuments } from '#server/modules/search/index.ts'
import { refreshFacets } from '../../facets/facet.writes.ts'
import { requireImages } from '../../images/image.writes.ts'
import { refuseIssues } from '../../input.rules.ts'
import { claimSlug, claimSlugs } from '../../slugs/slug.writes.ts'
import { explainViolation } from './product-violations.ts'
import { findIssues, normalizeProduct, type ProductInput } from './product.rules.ts'
import { rowOf } from './product.writes.ts'
import { insertVariants } from './variant.writes.ts'

/** Adds a product with its variants, images, specifications and opening stock. Returns its id. */
export async function createProduct(
  tx: Transaction,
  context: WriteContext,
  input: ProductInput,
): Promise<number> {
  const product = checkProduct(input)
  const slug = claimSlug(tx, context.shopId, 'product', { name: product.name, wanted: input.slug })
  const [id] = await insertProducts(
    tx,
    context,
    [{ input, product }],
    slug.then((claimed) => [claimed]),
  )
  if (id === undefined) throw new Error('There is no next product id')
  return id
}

/** Adds products that name their slugs, in a few statements for all of them. Returns their ids in this order. */
export async function createProducts(
  tx: Transaction,
  context: WriteContext,
  inputs: readonly (ProductInput & { slug: string })[],
): Promise<number[]> {
  if (inputs.length === 0) return []
  const added = inputs.map((input) => ({ input, product: checkProduct(input) }))
  const slugs = inputs.map(({ slug }) => slug)
  return insertProducts(
    tx,
    context,
    added,
    claimSlugs(tx, context.shopId, 'product', slugs).then(() => slugs),
  )
}

function checkProduct(input: ProductInput) {
  const product = normalizeProduct(input)
  refuseIssues(findIssues(product))
  return product
}

interface AddedProduct {
  input: ProductInput
  product: ReturnType<typeof checkProduct>
}

async function insertProducts(
  tx: Transaction,
  context: WriteContext,
  added: readonly AddedProduct[],
  claiming: Promise<string[]>,
): Promise<number[]> {
  const { shopId } = context
  const files = added.flatMap(({ product }) => product.images.map(({ file }) => file))
  const [slugs, ids] = await Promise.all([
    claiming,
    nextProductIds(tx, added.length),
    requireImages(tx, shopId, files),
  ])
  const rows = added.map(({ input, product }, i) => ({
    ...product,
    id: ids[i] ?? 0,
    slug: slugs[i] ?? '',
    createdAt: input.createdAt,
  }))
  const inserting = tx
    .insertInto('product')
    .values(
      rows.map(({ id, createdAt, ...row }) => ({
        config_id: shopId,
        id,
        ...rowOf(row),
        // The same columns for every row.
        created_at: createdAt ?? sql<Date>`now()`,
      })),
    )
    .execute()
    .catch(explainViolation)
  later(tx, insertImages(tx, shopId, rows))
  const [variants] = await Promise.all([
    insertVariants(tx, context, rows),
    insertSpecifications(tx, shopId, rows),
    inserting,
  ])
  later(tx, refreshFacets(tx, shopId, ids))
  const entries = added.map(({ product }, i) => ({
    action: 'create' as const,
    subject: 'product',
    subjectId: ids[i] ?? 0,
    after: { slug: slugs[i], ...product, variants: variants[i] },
  }))
  later(tx, recordAll(tx, context, entries))
  return ids
}

/** The ids of new products, known before their rows exist, so that the rows of their lists can be sent with them. */
async function nextProductIds(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('product', 'id')) as id from generate_series(1, ${count}::integer)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

type Row = AddedProduct['product'] & { id: number }

/** The dashboard's product table shows which products lack an image or an alt text. */
async function insertImages(tx: Transaction, shopId: number, products: readonly Row[]): Promise<void> {
  const rows = products.flatMap(({ id, images }) =>
    images.map(({ file, alt, video = null }, position) => ({
      config_id: shopId,
      product_id: id,
      position,
      file,
      alt,
      video,
    })),
  )
  const ids = products.map(({ id }) => id)
  await Promise.all([
    rows.length > 0 && tx.insertInto('product_image').values(rows).execute(),
    sql`select refresh_product_listing(array_agg(${shopId}::integer), array_agg(id)) from unnest(${ids}::integer[]) id`.execute(
      tx,
    ),
  ])
}

/** A search finds products by their specifications. */
async function insertSpecifications(tx: Transaction, shopId: number, products: readonly Row[]) {
  const rows = products.flatMap(({ id, specifications }) =>
    specifications.map(({ specificationId, description }, position) => ({
      config_id: shopId,
      product_id: id,
      position,
      specification_id: specificationId,
      description,
    })),
  )
  const inserting =
    rows.length > 0
      ? tx.insertInto('product_specification').values(rows).execute().catch(explainViolation)
      : undefined
  const queueing = queueSearchDocuments(
    tx,
    shopId,
    products.map(({ id }) => id),
  )
  await Promise.all([inserting, queueing])
}
