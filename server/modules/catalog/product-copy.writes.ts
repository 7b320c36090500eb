import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { createProduct } from './product.writes.ts'
import { lockProduct } from './product-state.queries.ts'

/** Adds a draft with everything that a product has but its address, SKUs and stock; answers its id. */
export async function copyProduct(tx: Transaction, context: WriteContext, id: number): Promise<number> {
  const { slug: _slug, variants, ...product } = await lockProduct(tx, context.configId, id)
  return createProduct(tx, context, {
    ...product,
    name: `Copy of ${product.name}`.slice(0, 200),
    status: 'draft',
    variants: variants.map(({ options, price, picture }) => ({ options, price, picture })),
  })
}
