import type { z } from 'zod'
import type { refundOrder as refundOrderEndpoint, RefundTarget } from '#contract/orders/payment/refund.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { endOrderedCards, type OrderedCard } from '#server/modules/credit/index.ts'
import { decimalsProblem, formatMoney, refundShare, toMinor } from '#server/modules/pricing/index.ts'
import { returnStock } from '#server/modules/stock/index.ts'
import { amountDue, canTransition, dueBeforeShipping, hasEnded } from '../order/order.rules.ts'
import { leftToShip } from '../shipments/shipment.rules.ts'
import { listOrderLines, type OrderLineRow, type OrderRow } from '../order/order.queries.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import { cardsToEnd } from './sold-card-refunds.ts'
import { sumUnitsBack, unitsOutside, type UnitsBack } from '../shipments/units-back.ts'
import { writeTransition } from '../order/order-state.writes.ts'
import type { EmailContext } from '../emails/order-email.ts'
import { listRefundablePayments } from '../payments/payment.queries.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { completeShipping } from '../shipments/ship-order.ts'
import { makeRefunds } from './make-refunds.writes.ts'
import { openTarget } from './refund-target.ts'
import type { RefundedLine } from './refund.writes.ts'
import { splitRefund, splitPurposes } from './refund.rules.ts'
import { emailRefund } from './refund-result.ts'
import { refundEvent } from './full-refund.ts'

type RefundInput = Omit<z.output<typeof refundOrderEndpoint.input>, 'number' | 'preview' | 'to'>

/** A calculated refund, in minor units. */
export interface RefundQuote {
  amount: number
  /** The part of it that is for the delivery. */
  delivery: number
  /** What can still be refunded afterwards. */
  left: number
  lines: (RefundedLine & { variantId: number; takesStock: boolean })[]
  /** The gift cards that it ends. They are locked. */
  cards: OrderedCard[]
}

/** Calculates a refund of a locked order. AppError 409 `exceeds_paid` if it exceeds what is left, `card_used`, `on_hold`. */
export async function quoteRefund(
  tx: Transaction,
  order: OrderRow,
  input: RefundInput,
  locale: string,
): Promise<RefundQuote> {
  const { config_id: shopId, id, currency } = order
  requireNotHeld(order)
  requirePaidInFull(order, locale)
  const decimals = decimalsProblem(input.amount ?? 0, currency)
  if (decimals !== undefined) throw invalid('amount', decimals)
  const rows = await listOrderLines(tx, shopId, id)
  requireNothingReserved(order, rows, input, locale)
  const back = await sumUnitsBack(tx, shopId, id)
  const lines = input.lines.map((line) => quoteLine(order, rows, line, back))
  if (new Set(lines.map(({ position }) => position)).size < lines.length)
    throw invalid('lines', 'Each line can appear only once')
  const delivery = input.shipping
    ? Math.max(0, order.shipping_total - (await sumDeliveryRefunds(tx, order)))
    : 0
  const amount =
    lines.reduce((sum, line) => sum + line.amount, 0) + delivery + toMinor(input.amount ?? 0, currency)
  const refundable = order.paid - order.refunded
  const left = refundable - amount
  if (left >= 0) {
    const cards = await cardsToEnd(tx, order, { lines, left, locale })
    return { amount, delivery, left, lines, cards }
  }
  const message =
    refundable > 0
      ? `Only ${formatMoney(refundable, currency, locale)} can be refunded`
      : 'There is nothing left to refund'
  throw new AppError(409, 'exceeds_paid', message)
}

/** A refund of items would hide that the rest of them is not paid. AppError 409 `amount_due`. */
function requirePaidInFull(order: OrderRow, locale: string): void {
  const due = dueBeforeShipping(order)
  if (due === 0 || order.paid === 0) return
  const message = `${formatMoney(due, order.currency, locale)} of order ${order.serial} is not paid. Edit the order instead, or mark it as paid first`
  throw new AppError(409, 'amount_due', message)
}

/**
 * What has not shipped is not taken yet where only a part was captured: its money is released, not refunded. AppError 409
 * `authorized`.
 */
function requireNothingReserved(
  { authorized, serial, currency }: OrderRow,
  rows: readonly OrderLineRow[],
  { lines }: RefundInput,
  locale: string,
): void {
  // A refund takes units that have not shipped first.
  const isUnshipped = lines.some(({ position }) =>
    rows.some((row) => row.position === position && leftToShip(row) > 0),
  )
  if (authorized === 0 || !isUnshipped) return
  const message = `${formatMoney(authorized, currency, locale)} of order ${serial} is authorised and not taken yet. Capture it first, then refund the items`
  throw new AppError(409, 'authorized', message)
}

interface RefundRequest {
  quote: RefundQuote
  reason: string
  email: EmailContext
  /** Where the money goes. */
  target?: RefundTarget
}

/**
 * Refunds what was quoted in this transaction, the latest payment first, and returns the refund of that one. AppError 400 if the amount is zero, and
 * those of `requireTarget`.
 */
export async function refundOrder(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  {
    quote: { amount, delivery, left, lines, cards },
    reason,
    email,
    target: wanted = 'original',
  }: RefundRequest,
): Promise<{ id: number; status: 'waiting' | 'done' }> {
  const { shopId } = write
  const payments = await listRefundablePayments(tx, shopId, order.id)
  const parts = splitPurposes(splitRefund(amount, payments), {
    delivery,
    lines: lines.map(({ position, quantity, amount: share, restocked }) => ({
      position,
      quantity,
      amount: share,
      restocked,
    })),
  })
  if (parts.length === 0) throw invalid('amount', 'Enter what to refund')
  await endOrderedCards(tx, write, cards, `Refund of order ${order.serial}`)
  const target = await openTarget(tx, write, email.services.keyedHash, { order, target: wanted })
  // Without a provider, staff send the money themselves.
  const made = await makeRefunds(tx, write, order, parts, { reason, target, isSent: true })
  const event = await refundEvent(tx, order, amount)
  // What is authorised is still to be shipped and taken.
  if (left === 0 && order.authorized === 0 && endsByRefund(order)) {
    await writeTransition(tx, write, order, 'refund', event)
  } else {
    await addEvent(tx, shopId, order.id, write.actor, event)
    await completeShipping(tx, write, order)
  }
  const items = lines
    .filter(({ restocked, takesStock }) => restocked > 0 && takesStock)
    .map(({ variantId, restocked }) => ({ variantId, quantity: restocked }))
  later(tx, returnStock(tx, write, items, { reference: order.number, reason }))
  for (const { id, amount: share, to } of made.filter(({ isDone }) => isDone)) {
    const sent = formatMoney(share, order.currency, email.shop.locale)
    await emailRefund(tx, email, { instance: id, orderId: order.id, amount: sent, to })
  }
  const before = { refunded: order.refunded }
  const after = { refunded: order.refunded + amount, ...(reason && { reason }) }
  later(tx, record(tx, { ...write, action: 'update', subject: 'order', subjectId: order.id, before, after }))
  return { id: made[0]?.id ?? 0, status: made.every(({ isDone }) => isDone) ? 'done' : 'waiting' }
}

/** Whether a refund of all that is paid ends a locked order. One whose rest is still to be paid in cash goes on. */
const endsByRefund = (order: OrderRow): boolean =>
  canTransition('refund', order.status) && (hasEnded(order) || amountDue(order) === 0)

function quoteLine(
  order: OrderRow,
  rows: readonly OrderLineRow[],
  { position, quantity, restock }: RefundInput['lines'][number],
  back: (position: number) => UnitsBack,
) {
  const row = rows.find((each) => each.position === position)
  if (!row) throw invalid('lines', 'This line is not part of the order')
  const left = row.quantity - row.refunded_quantity
  if (quantity > left)
    throw new AppError(409, 'exceeds_paid', `Only ${left} of ${row.name} can still be refunded`)
  // The stock of a cancelled or returned order was settled when it ended.
  if (restock && !['confirmed', 'shipped', 'delivered'].includes(order.status))
    throw invalid('lines', 'The items of this order were already restocked or written off')
  const amount = refundShare(row, { before: row.refunded_quantity, quantity })
  // Units that never left, then units that can still come back. A refund that failed may have restocked some already.
  const came = back(position)
  const alreadyBack = Math.max(0, came.refunds - row.refunded_quantity)
  const neverLeft = Math.min(quantity, Math.max(0, left - row.shipped_quantity))
  const outside = Math.min(quantity - neverLeft, unitsOutside(order, row, came))
  const restockable = Math.min(
    Math.min(neverLeft, leftToShip(row)) + outside,
    Math.max(0, quantity - alreadyBack),
  )
  return {
    position,
    quantity,
    amount,
    restocked: restock ? restockable : 0,
    variantId: row.variant_id,
    takesStock: row.takes_stock,
  }
}

/** What was refunded of the delivery. */
async function sumDeliveryRefunds(tx: Transaction, { config_id: shopId, id }: OrderRow): Promise<number> {
  const { sum } = await tx
    .selectFrom('refund')
    .select(({ fn }) => fn.sum<number | null>('delivery_amount').as('sum'))
    .where('config_id', '=', shopId)
    .where('order_id', '=', id)
    .where('status', '<>', 'failed')
    .where('currency', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

const invalid = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])
