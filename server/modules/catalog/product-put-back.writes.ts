import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#server/db/connect.ts'
import type { PutBackChange, WriteContext } from '#server/modules/journal/index.ts'
import type { BulkState } from './product-bulk.rules.ts'
import { writeBulk, type BulkWrite } from './product-bulk.writes.ts'
import type { ProductState, VariantState } from './product.rules.ts'
import { updateProduct } from './product.writes.ts'

/**
 * Puts fields of many products back, which `lockProducts` has read: what a bulk change can change in a few statements for
 * all, and everything else as `updateProduct` writes it, product by product.
 */
export async function putProductsBack(
  tx: Transaction,
  context: WriteContext,
  changes: readonly PutBackChange[],
): Promise<void> {
  const inBulk = changes.map(asBulk)
  await writeBulk(
    tx,
    context,
    inBulk.filter((write) => write !== undefined),
  )
  for (const { id, fields, reverts } of changes.filter((_, i) => !inBulk[i])) {
    await updateProduct(tx, { ...context, reverts }, id, fields)
  }
}

/** Undefined where more is to be put back than a bulk change can change. */
function asBulk({ id, now, fields, reverts }: PutBackChange): BulkWrite | undefined {
  const { categoryId, subcategoryId, offer, status, isNew, variants } = now as ProductState
  const wanted = (fields as { variants?: VariantState[] }).variants
  if (wanted && !isDeepStrictEqual(wanted.map(priceless), variants.map(priceless))) return undefined
  const state: BulkState = {
    categoryId,
    subcategoryId,
    offer,
    status,
    isNew,
    ...(wanted && { variants }),
  }
  if (!Object.keys(fields).every((field) => field in state)) return undefined
  return { id, state, after: { ...state, ...fields }, reverts }
}

const priceless = (variant: VariantState) => ({ ...variant, price: 0 })
