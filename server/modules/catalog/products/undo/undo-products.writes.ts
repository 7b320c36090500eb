import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import {
  recordAll,
  type UndoChange,
  type UndoRemoval,
  type WriteContext,
} from '#server/modules/audit/index.ts'
import type { BulkState } from '../bulk/bulk-change.rules.ts'
import { writeBulk, type BulkWrite } from '../bulk/bulk-change.writes.ts'
import type { ProductState, VariantState } from '../editing/product.rules.ts'
import { updateProduct } from '../editing/product.writes.ts'
import { retireVariants } from '../editing/variant.writes.ts'

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

/** Removes products that `lockProducts` has locked, in a few statements. As in `deleteProduct`, orders keep what they show. */
export async function undoProductCreations(
  tx: Transaction,
  context: WriteContext,
  removals: readonly UndoRemoval[],
): Promise<void> {
  const { shopId } = context
  const ids = removals.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select distinct product_id as id from order_line where config_id = ${shopId} and product_id = any(${ids}::integer[])`.execute(
    tx,
  )
  const ordered = new Set(rows.map(({ id }) => id))
  for (const { id, undoes } of removals.filter((one) => ordered.has(one.id)))
    await updateProduct(tx, { ...context, undoes }, id, { status: 'archived' })
  const removed = removals.filter(({ id }) => !ordered.has(id))
  if (removed.length === 0) return
  later(
    tx,
    retireVariants(
      tx,
      shopId,
      removed.flatMap(({ now }) => (now as ProductState).variants.map(({ id }) => id)),
    ),
  )
  const deleting = tx
    .updateTable('product')
    .set({ deleted_at: sql`now()` })
    .where('config_id', '=', shopId)
    .where(
      'id',
      'in',
      removed.map(({ id }) => id),
    )
    .execute()
  const changes = removed.map(({ id, now, undoes }) => ({
    action: 'delete' as const,
    subject: 'product',
    subjectId: id,
    before: { ...now },
    undoes,
  }))
  await Promise.all([deleting, recordAll(tx, context, changes)])
}

/** Undefined if the undo concerns fields that a bulk change cannot write. */
function asBulk({ id, now, fields, undoes }: UndoChange): BulkWrite | undefined {
  const {
    categoryId,
    subcategoryId,
    offer,
    saleStartsAt,
    saleEndsAt,
    status,
    isNew,
    gst,
    taxClass,
    hsn,
    variants,
  } = now as ProductState
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
    gst,
    taxClass,
    hsn,
    ...(wanted && { variants }),
  }
  if (!Object.keys(fields).every((field) => field in state)) return undefined
  return { id, state, after: { ...state, ...fields }, undoes }
}

const withoutPrice = (variant: VariantState) => ({ ...variant, price: 0, salePrice: null })
