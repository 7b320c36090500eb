import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#server/db/connect.ts'
import type { UndoChange, WriteContext } from '#server/modules/audit/index.ts'
import type { BulkState } from '../bulk/bulk-change.rules.ts'
import { writeBulk, type BulkWrite } from '../bulk/bulk-change.writes.ts'
import type { ProductState, VariantState } from '../editing/product.rules.ts'
import { updateProduct } from '../editing/product.writes.ts'

/**
 * Restores former field values of products that `lockProducts` has locked. Fields of bulk changes take a few statements for
 * all products; any other field goes through `updateProduct`, product by product.
 */
export async function undoProductChanges(
  tx: Transaction,
  context: WriteContext,
  changes: readonly UndoChange[],
): Promise<void> {
  const bulkWrites = changes.map(asBulk)
  await writeBulk(
    tx,
    context,
    bulkWrites.filter((write) => write !== undefined),
  )
  for (const { id, fields, undoes } of changes.filter((_, i) => !bulkWrites[i])) {
    await updateProduct(tx, { ...context, undoes }, id, fields)
  }
}

/** Undefined if the undo concerns fields that a bulk change cannot write. */
function asBulk({ id, now, fields, undoes }: UndoChange): BulkWrite | undefined {
  const { categoryId, subcategoryId, offer, saleStartsAt, saleEndsAt, status, isNew, variants } =
    now as ProductState
  const wanted = (fields as { variants?: VariantState[] }).variants
  if (wanted && !isDeepStrictEqual(wanted.map(withoutPrice), variants.map(withoutPrice))) return undefined
  const state: BulkState = {
    categoryId,
    subcategoryId,
    offer,
    saleStartsAt,
    saleEndsAt,
    status,
    isNew,
    ...(wanted && { variants }),
  }
  if (!Object.keys(fields).every((field) => field in state)) return undefined
  return { id, state, after: { ...state, ...fields }, undoes }
}

const withoutPrice = (variant: VariantState) => ({ ...variant, price: 0, salePrice: null })
