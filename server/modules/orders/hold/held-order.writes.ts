import type { OrderStatus } from '#contract/orders/order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { editOrderLines } from '../editing/edit-order.writes.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { dueBeforeShipping } from '../order/order.rules.ts'
import { now } from '../order/order.writes.ts'
import { countCancelled, updateReturns } from '../returns/return.writes.ts'
import { sellReleasedCards } from '../credit/sell-gift-cards.writes.ts'
import { cancelOrder } from '../order/order-state.writes.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { lineIdOf } from '../shipments/shipment-view.ts'
import {
  listOrderLines,
  lockOrder,
  lockOrderByNumber,
  type OrderLineRow,
  type OrderRow,
} from '../order/order.queries.ts'
import { quoteRefund, refundOrder } from '../refunds/refund-order.writes.ts'
import { emailAboutReturn } from '../returns/return-email.ts'
import { listReturnLines } from '../returns/return.queries.ts'
import { endHold } from './hold.writes.ts'
import { heldUnits, listWithdrawnUnits, type WithdrawnUnits } from './hold.queries.ts'
import { requireHeld } from './hold.rules.ts'

/** A decision of staff about an order on hold. */
interface HoldAction {
  write: WriteContext
  context: PersonalContext
  number: string
}

/**
 * Cancels the withdrawn units of an order on hold that have not shipped, and closes their withdrawals. The whole order is cancelled
 * if nothing else is left; otherwise those units are refunded, or taken from an order that is not paid in full. They go back on
 * sale. AppError 404, 409 `not_on_hold`, `not_paid`, and those of `quoteRefund` and `editOrderLines`.
 */
export async function cancelWithdrawn(tx: Transaction, action: HoldAction): Promise<OrderStatus> {
  const { write, number } = action
  const { shopId, actor } = write
  const { order, rows, held } = await lockHeldOrder(tx, shopId, number)
  const units = sumByPosition(held)
  const items = rows
    .filter(({ position }) => units.has(position))
    .map(({ position, name }) => `${units.get(position)} × ${name}`)
    .join(', ')
  await endHold(tx, write, order)
  const event = { kind: 'withdrawn_cancelled', note: items, isPublic: true }
  const released = { ...order, held_at: null }
  if (order.first_shipped_at === null && isAllThatIsLeft(rows, units)) {
    // Ends the withdrawals, too: a trigger closes the returns of an order that never left.
    await cancelOrder(tx, write, released, event)
    await emailCustomer(tx, action.context, { orderId: order.id, kind: 'cancelled' })
  } else {
    await addEvent(tx, shopId, order.id, actor, event)
    // What an edit has added and is not paid yet needs no refund: the total follows.
    await (order.paid > 0 && dueBeforeShipping(released) === 0
      ? refundUnits(tx, action, released, units)
      : removeUnits(tx, action, { order: released, rows, units }))
    await countCancelled(tx, shopId, held)
    await sellReleasedCards(tx, write, action.context.services.keyedHash, order.id)
  }
  const { status } = await lockOrder(tx, shopId, order.id)
  later(
    tx,
    record(tx, {
      ...write,
      action: 'update',
      subject: 'order',
      subjectId: order.id,
      before: { status: order.status },
      after: { status, withdrawn: items },
    }),
  )
  return status
}

/**
 * Releases an order on hold with a reason for the audit log. Without `keep`, the withdrawals of units that have not shipped are
 * refused, and the customer gets the reason. AppError 404, 409 `not_on_hold`.
 */
export async function releaseOrder(
  tx: Transaction,
  { write, context, number }: HoldAction,
  { reason, keep }: { reason: string; keep: boolean },
): Promise<OrderStatus> {
  const { shopId } = write
  const { order, held, withdrawn } = await lockHeldOrder(tx, shopId, number)
  await endHold(tx, write, order, reason)
  const ids = [...new Set(withdrawn.map(({ returnId }) => returnId))]
  await updateReturns(tx, shopId, ids, { released_at: now })
  if (!keep) await refuseUnshipped(tx, { write, context, number }, { order, ids, held, withdrawn, reason })
  await sellReleasedCards(tx, write, context.services.keyedHash, order.id)
  later(
    tx,
    record(tx, {
      ...write,
      action: 'update',
      subject: 'order',
      subjectId: order.id,
      before: {},
      after: { released: reason },
    }),
  )
  const { status } = await lockOrder(tx, shopId, order.id)
  return status
}

async function lockHeldOrder(tx: Transaction, shopId: number, number: string) {
  const order = await lockOrderByNumber(tx, shopId, number)
  requireHeld(order)
  const [rows, withdrawn] = await Promise.all([
    listOrderLines(tx, shopId, order.id),
    listWithdrawnUnits(tx, shopId, order.id),
  ])
  return { order, rows, withdrawn, held: heldUnits(rows, withdrawn) }
}

function sumByPosition(units: readonly WithdrawnUnits[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { position, quantity } of units) sums.set(position, (sums.get(position) ?? 0) + quantity)
  return sums
}

const isAllThatIsLeft = (rows: readonly OrderLineRow[], units: ReadonlyMap<number, number>) =>
  rows.every((row) => row.quantity - row.refunded_quantity === (units.get(row.position) ?? 0))

async function refundUnits(
  tx: Transaction,
  { write, context }: HoldAction,
  order: OrderRow,
  units: ReadonlyMap<number, number>,
): Promise<void> {
  const lines = [...units].map(([position, quantity]) => ({ position, quantity, restock: true }))
  const reason = 'Withdrawn before shipping'
  const input = { lines, shipping: false, amount: null, reason }
  const quote = await quoteRefund(tx, order, input, context.shop.locale)
  if (quote.amount === 0) {
    const message = `The withdrawn items of order ${order.serial} were free, so there is nothing to refund. Cancel or release the order`
    throw new AppError(409, 'not_paid', message)
  }
  await refundOrder(tx, write, order, { quote, reason, email: context })
}

/** Takes the units from an order that is not paid in full. Its total, its open payment and its reservation follow. */
async function removeUnits(
  tx: Transaction,
  { write, context, number }: HoldAction,
  {
    order,
    rows,
    units,
  }: { order: OrderRow; rows: readonly OrderLineRow[]; units: ReadonlyMap<number, number> },
): Promise<void> {
  if (order.first_shipped_at !== null) {
    const message = `Part of order ${order.serial} is on its way and not paid yet, so its total cannot change. Release it, or wait until it is paid`
    throw new AppError(409, 'not_paid', message)
  }
  const lines = rows
    .filter(({ position }) => units.has(position))
    .map(({ position, quantity }) => ({
      lineId: lineIdOf(position),
      quantity: quantity - (units.get(position) ?? 0),
    }))
  await editOrderLines(tx, write, context, { number, lines, preview: false })
}

interface Refusal {
  order: OrderRow
  ids: readonly number[]
  held: readonly WithdrawnUnits[]
  withdrawn: readonly WithdrawnUnits[]
  reason: string
}

/** Refuses the withdrawals of which no unit has left. */
async function refuseUnshipped(
  tx: Transaction,
  { write: { shopId, actor }, context }: HoldAction,
  { order, ids, held, withdrawn, reason }: Refusal,
): Promise<void> {
  const count = (units: readonly WithdrawnUnits[], id: number) =>
    units.reduce((sum, { returnId, quantity }) => sum + (returnId === id ? quantity : 0), 0)
  for (const id of ids.filter((each) => count(held, each) === count(withdrawn, each))) {
    await updateReturns(tx, shopId, [id], { state: 'refused', answer: reason, closed_at: new Date() })
    await addEvent(tx, shopId, order.id, actor, { kind: 'return_refused', isPublic: true })
    const items = await listReturnLines(tx, shopId, [id])
    later(
      tx,
      emailAboutReturn(tx, context, order, {
        returnId: id,
        kind: 'withdrawal_closed',
        items,
        details: [reason],
      }),
    )
  }
}
