import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { setAvailable } from '#server/modules/stock/index.ts'
import { notFound } from './input.rules.ts'
import { updateProduct } from './product.writes.ts'
import { lockProduct } from './product-state.queries.ts'

interface QuickChange {
  id: number
  version: number | undefined
  /** Of a product with one variant it may be left out. */
  variantId: number | undefined
  /** Minor units. */
  price: number | undefined
  /** Pieces that can be sold from now on. */
  stock: number | undefined
}

/** Sets price and stock of one variant, as the table of products does. AppError 404, 400, or 409 `changed_meanwhile`. */
export async function setPriceAndStock(
  tx: Transaction,
  context: WriteContext,
  { id, version, variantId, price, stock }: QuickChange,
): Promise<void> {
  const { variants } = await lockProduct(tx, context.configId, id)
  await requireVersion(tx, context, { subject: 'product', subjectId: id, version })
  const [first, ...others] = variants
  if (variantId === undefined && others.length > 0) {
    throw new AppError(400, 'invalid_input', 'This product has several variants: which is meant?', [
      { path: 'variantid', message: 'Needed, because there are several' },
    ])
  }
  const meant = variantId === undefined ? first : variants.find((variant) => variant.id === variantId)
  if (!meant) throw notFound('variant')
  if (price !== undefined && price !== meant.price) {
    const changed = variants.map((variant) => (variant === meant ? { ...variant, price } : variant))
    await updateProduct(tx, context, id, { variants: changed })
  }
  if (stock !== undefined) {
    const { available } = await tx
      .selectFrom('stock_level')
      .select('available')
      .where('config_id', '=', context.configId)
      .where('variant_id', '=', meant.id)
      .executeTakeFirstOrThrow()
    const lines = [{ variantId: meant.id, available: stock }]
    await setAvailable(tx, context, lines, { reason: 'Set in the product list' })
    const [before, after] = [{ stock: available }, { stock }]
    await record(tx, { ...context, action: 'update', subject: 'product', subjectId: id, before, after })
  }
}
