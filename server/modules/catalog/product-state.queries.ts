import type { Transaction } from '#server/db/connect.ts'
import { notFound } from './input.rules.ts'
import type { ProductState, ProductStatus } from './product.rules.ts'

/**
 * A product as it is stored, locked until the transaction ends: first the stock of its variants, then itself, as a sale
 * does it, so that neither waits for the other for ever. AppError 404 where there is none, or it was deleted.
 */
export async function lockProduct(tx: Transaction, configId: number, id: number): Promise<ProductState> {
  await tx
    .selectFrom('stock_level as l')
    .innerJoin('variant as v', (join) =>
      join.onRef('v.config_id', '=', 'l.config_id').onRef('v.id', '=', 'l.variant_id'),
    )
    .select('l.variant_id')
    .where('v.config_id', '=', configId)
    .where('v.product_id', '=', id)
    .orderBy('l.variant_id')
    .forNoKeyUpdate('l')
    .execute()
  const product = await tx
    .selectFrom('product')
    .select([
      'name',
      'slug',
      'description',
      'category_id as categoryId',
      'subcategory_id as subcategoryId',
      'status',
    ])
    .select(['is_new as isNew', 'offer', 'gst', 'options'])
    .select(['search_title as searchTitle', 'search_description as searchDescription'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) throw notFound('product')
  return {
    ...product,
    status: product.status as ProductStatus,
    variants: await listVariants(tx, configId, id),
    pictures: await listPictures(tx, configId, id),
    specifications: await listSpecifications(tx, configId, id),
  }
}

async function listVariants(tx: Transaction, configId: number, productId: number) {
  const rows = await tx
    .selectFrom('variant')
    .select(['id', 'sku', 'options', 'price', 'picture'])
    .where('config_id', '=', configId)
    .where('product_id', '=', productId)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, options: row.options as Record<string, string> }))
}

function listPictures(tx: Transaction, configId: number, productId: number) {
  return tx
    .selectFrom('product_picture')
    .select(['file', 'alt'])
    .where('config_id', '=', configId)
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
}

function listSpecifications(tx: Transaction, configId: number, productId: number) {
  return tx
    .selectFrom('product_specification')
    .select(['specification_id as specificationId', 'description'])
    .where('config_id', '=', configId)
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
}
