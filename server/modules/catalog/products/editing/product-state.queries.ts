import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { notFound } from '../../input.rules.ts'
import type { ProductState, ProductStatus, VariantState } from './product.rules.ts'

/** The variants of a product as an array, where `variant` is selected without an alias. */
export const variantStates = sql<
  VariantState[]
>`json_agg(json_build_object('id', id, 'sku', sku, 'options', options,
  'price', price, 'salePrice', sale_price, 'image', image, 'barcode', barcode, 'mpn', mpn, 'shelf', shelf, 'cost', cost, 'tracked', tracked,
  'sellWhenSoldOut', sell_when_sold_out) order by position)`

/** The stored product, locked until the transaction ends. AppError 404 if it does not exist or was deleted. */
export async function lockProduct(tx: Transaction, shopId: number, id: number): Promise<ProductState> {
  const product = (await lockProducts(tx, shopId, [id])).get(id)
  if (!product) throw notFound('product')
  return product
}

/**
 * The stored products by id, without unknown and deleted ones. Locks first their stock levels, then the products, both in
 * the order of id: sales lock in the same order, which prevents deadlocks.
 */
export async function lockProducts(
  tx: Transaction,
  shopId: number,
  ids: readonly number[],
): Promise<Map<number, ProductState>> {
  const levels = sql`
    select from stock_level l join variant v on v.config_id = l.config_id and v.id = l.variant_id
    where v.config_id = ${shopId} and v.product_id = any(${ids}::integer[])
    order by l.variant_id for no key update of l`.execute(tx)
  const locked = tx
    .selectFrom('product')
    .select([
      'id',
      'name',
      'slug',
      'description',
      'category_id as categoryId',
      'subcategory_id as subcategoryId',
      'status',
    ])
    .select([
      'is_new as isNew',
      'offer',
      'gst',
      'weight',
      'options',
      'tax_class as taxClass',
      'hsn',
      'brand',
      'origin',
      'sale_starts_at',
      'sale_ends_at',
    ])
    .select(['search_title as searchTitle', 'search_description as searchDescription'])
    .where('config_id', '=', shopId)
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const [, products, variants, images, specifications] = await Promise.all([
    levels,
    locked,
    listVariants(tx, shopId, ids),
    listImages(tx, shopId, ids),
    listSpecifications(tx, shopId, ids),
  ])
  return new Map(
    products.map(({ id, sale_starts_at: starts, sale_ends_at: ends, ...product }) => [
      id,
      {
        ...product,
        saleStartsAt: starts?.toISOString() ?? null,
        saleEndsAt: ends?.toISOString() ?? null,
        status: product.status as ProductStatus,
        variants: variants.get(id) ?? [],
        images: images.get(id) ?? [],
        specifications: specifications.get(id) ?? [],
      },
    ]),
  )
}

async function listVariants(tx: Transaction, shopId: number, productIds: readonly number[]) {
  const rows = await tx
    .selectFrom('variant')
    .select([
      'product_id',
      'id',
      'sku',
      'options',
      'price',
      'image',
      'barcode',
      'mpn',
      'shelf',
      'cost',
      'tracked',
    ])
    .select(['sell_when_sold_out as sellWhenSoldOut', 'sale_price as salePrice'])
    .where('config_id', '=', shopId)
    .where('product_id', '=', sql<number>`any(${productIds}::integer[])`)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute()
  return byProduct(
    rows.map(({ options, ...row }) => ({ ...row, options: options as Record<string, string> })),
  )
}

async function listImages(tx: Transaction, shopId: number, productIds: readonly number[]) {
  const rows = await tx
    .selectFrom('product_image')
    .select(['product_id', 'file', 'alt', 'video'])
    .where('config_id', '=', shopId)
    .where('product_id', '=', sql<number>`any(${productIds}::integer[])`)
    .orderBy('position')
    .execute()
  return byProduct(rows.map(({ video, ...row }) => ({ ...row, ...(video !== null && { video }) })))
}

async function listSpecifications(tx: Transaction, shopId: number, productIds: readonly number[]) {
  const rows = await tx
    .selectFrom('product_specification')
    .select(['product_id', 'specification_id as specificationId', 'description'])
    .where('config_id', '=', shopId)
    .where('product_id', '=', sql<number>`any(${productIds}::integer[])`)
    .orderBy('position')
    .execute()
  return byProduct(rows)
}

/** Groups rows by product and keeps their order. */
function byProduct<Row extends { product_id: number }>(
  rows: readonly Row[],
): Map<number, Omit<Row, 'product_id'>[]> {
  const groups = new Map<number, Omit<Row, 'product_id'>[]>()
  for (const { product_id: id, ...row } of rows) {
    const group = groups.get(id)
    if (group) group.push(row)
    else groups.set(id, [row])
  }
  return groups
}
