import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { createProduct } from './create-products.writes.ts'
import { lockProduct } from './product-state.queries.ts'

/** Copies a product to a new draft, without slug, stock, SKUs and the numbers that name one variant. Returns the draft's id. */
export async function duplicateAsDraft(tx: Transaction, context: WriteContext, id: number): Promise<number> {
  const { slug: _slug, variants, ...product } = await lockProduct(tx, context.shopId, id)
  return createProduct(tx, context, {
    ...product,
    name: `Copy of ${product.name}`.slice(0, 200),
    status: 'draft',
    variants: variants.map(({ options, price, salePrice, cost, image, tracked, sellWhenSoldOut }) => ({
      options,
      price,
      salePrice,
      cost,
      image,
      tracked,
      sellWhenSoldOut,
    })),
  })
}
