import type { z } from 'zod'
import type { refundOrder as refundOrderEndpoint } from '#contract/orders/payment/refund.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { decimalsProblem, formatMoney, refundShare, toMinor } from '#server/modules/pricing/index.ts'
import { returnStock } from '#server/modules/stock/index.ts'
import { canTransition } from '../order/order.rules.ts'
import { leftToShip } from '../shipments/shipment.rules.ts'
import { listOrderLines, type OrderLineRow, type OrderRow } from '../order/order.queries.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import { sumUnitsBack, unitsOutside, type UnitsBack } from '../shipments/units-back.ts'
import { writeTransition } from '../order/order-state.writes.ts'
import type { EmailContext } from '../emails/order-email.ts'
import { findPaidPayment } from '../payments/payment.queries.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { completeShipping } from '../shipments/ship-order.ts'
import { insertRefund, type RefundedLine } from './refund.writes.ts'
import { emailRefund } from './refund-result.ts'
import { refundEvent } from './full-refund.ts'

type RefundInput = Omit<z.output<typeof refundOrderEndpoint.input>, 'number' | 'preview'>

/** A calculated refund, in minor units. */
export interface RefundQuote {
  amount: number
  /** The part of it that is for the delivery. */
  delivery: number
  /** What can still be refunded afterwards. */
  left: number
  lines: (RefundedLine & { variantId: number; takesStock: boolean })[]
}

/** Calculates a refund of a locked order. AppError 409 `exceeds_paid` if it exceeds what is left, `on_hold`. */
export async function quoteRefund(
  tx: Transaction,
  order: OrderRow,
  input: RefundInput,
  locale: string,
): Promise<RefundQuote> {
  const { config_id: shopId, id, currency } = order
  requireNotHeld(order)
  const decimals = decimalsProblem(input.amount ?? 0, currency)
  if (decimals !== undefined) throw invalid('amount', decimals)
  const rows = await listOrderLines(tx, shopId, id)
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
  if (left >= 0) return { amount, delivery, left, lines }
  const message =
    refundable > 0
      ? `Only ${formatMoney(refundable, currency, locale)} can be refunded`
      : 'There is nothing left to refund'
  throw new AppError(409, 'exceeds_paid', message)
}

interface RefundRequest {
  quote: RefundQuote
  reason: string
  email: EmailContext
}

/** Refunds what was quoted and returns the refund. AppError 400 if the amount is zero. */
export async function refundOrder(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  { quote: { amount, delivery, left, lines }, reason, email }: RefundRequest,
): Promise<{ id: number; status: 'waiting' | 'done' }> {
  const { shopId } = write
  const payment = await findPaidPayment(tx, shopId, order.id)
  if (amount === 0 || !payment) throw invalid('amount', 'Enter what to refund')
  // Without a provider, staff send the money themselves.
  const isDone = payment.charge === null
  const id = await insertRefund(tx, write, order.id, {
    paymentId: payment.id,
    amount,
    deliveryAmount: delivery,
    lines: lines.map(({ position, quantity, amount: share, restocked }) => ({
      position,
      quantity,
      amount: share,
      restocked,
    })),
    reason,
    isDone,
  })
  const event = await refundEvent(tx, order, amount)
  if (left === 0 && canTransition('refund', order.status)) {
    await writeTransition(tx, write, order, 'refund', event)
  } else {
    await addEvent(tx, shopId, order.id, write.actor, event)
    await completeShipping(tx, write, order)
  }
  const items = lines
    .filter(({ restocked, takesStock }) => restocked > 0 && takesStock)
    .map(({ variantId, restocked }) => ({ variantId, quantity: restocked }))
  later(tx, returnStock(tx, write, items, { reference: order.number, reason }))
  if (isDone) await emailRefund(tx, email, { instance: id, orderId: order.id, amount: event.note ?? '' })
  const before = { refunded: order.refunded }
  const after = { refunded: order.refunded + amount, ...(reason && { reason }) }
  later(tx, record(tx, { ...write, action: 'update', subject: 'order', subjectId: order.id, before, after }))
  return { id, status: isDone ? 'done' : 'waiting' }
}

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
