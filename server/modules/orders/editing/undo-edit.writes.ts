import type { undoOrderEdit } from '#contract/orders/edit-order.ts'
import type { z } from 'zod'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { listOrderLines, lockOrderByNumber, type OrderRow } from '../order/order.queries.ts'
import { lockUnsentExcess } from '../refunds/refund.writes.ts'
import { writeChange } from './change-order.writes.ts'
import { requireEditable } from './editable.ts'
import { restoredLines } from './edited-lines.ts'
import { planChange } from './planned-change.ts'
import { latestRevision, listRevisions, readSettled, type Revision } from './revision.queries.ts'
import { endRevision } from './revision.writes.ts'
import { settlementToView } from './settle.writes.ts'

/**
 * Undoes the latest edit of an order through the write of an edit, so that all its checks apply. Lines come back at the price
 * that they had. AppError 404, 409 `not_latest`, `money_moved`, `settings_changed`, and those of `editOrderLines`.
 */
export async function undoEdit(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, id }: z.output<typeof undoOrderEdit.input>,
): Promise<z.input<typeof undoOrderEdit.answer>['data']> {
  const { shopId } = write
  const order = await lockOrderByNumber(tx, shopId, number)
  await requireEditable(tx, order)
  const revisions = await listRevisions(tx, shopId, order.id)
  const revision = requireLatest(revisions, id)
  await requireSettledAs(tx, order, revision)
  const { before } = revision
  const { totals } = before
  const current = await listOrderLines(tx, shopId, order.id)
  const planned = await planChange(tx, context, {
    order,
    current,
    wanted: restoredLines(current, before.lines),
    shippingMethod: before.shippingMethod,
    discount: before.discountReason
      ? { rule: { kind: 'amount', amount: totals.coupon_discount }, reason: before.discountReason }
      : order.discount_reason
        ? null
        : undefined,
    restored: before,
  })
  const { total, tax } = planned.quote.totals
  if (total !== totals.total || tax !== totals.tax) {
    const message = 'Delivery or tax cost something else by now. Edit the order instead'
    throw new AppError(409, 'settings_changed', message)
  }
  await writeChange(tx, write, context, planned, { isUndo: true })
  await endRevision(tx, shopId, revision.id)
  const { due, refund } = await settlementToView(tx, order, planned.settlement, context)
  return { due, refund }
}

function requireLatest(revisions: readonly Revision[], id: number): Revision {
  const latest = latestRevision(revisions)
  if (latest?.id === id) return latest
  const found = revisions.find((revision) => revision.id === id)
  if (!found) throw new AppError(404, 'not_found', 'Edit not found')
  const message = found.isUndone ? 'This edit is undone already' : 'Undo the latest edit first'
  throw new AppError(409, 'not_latest', message)
}

/** Refuses to undo what has moved money. AppError 409 `money_moved`. */
async function requireSettledAs(tx: Transaction, order: OrderRow, { settled }: Revision): Promise<void> {
  await lockUnsentExcess(tx, order.config_id, order.id)
  const now = await readSettled(tx, order)
  if (now === settled) return
  const message =
    now > settled
      ? 'The customer has paid since this edit. Edit the order instead'
      : 'The refund of this edit was sent. Edit the order instead'
  throw new AppError(409, 'money_moved', message)
}
