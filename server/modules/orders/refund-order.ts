import type { z } from 'zod'
import type { refundOrder as refundOrderCall } from '#contract/refund.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { formatMoney, shareOfPieces, toMinor } from '#server/modules/pricing/index.ts'
import { returnStock } from '#server/modules/stock/index.ts'
import { writeMove } from './move.writes.ts'
import type { MailContext } from './order-mail.ts'
import { listOrderLines, type OrderLineRow, type OrderRow } from './order.queries.ts'
import { canMove } from './order.rules.ts'
import { addEvent } from './order.writes.ts'
import { mailRefund } from './refund-result.ts'
import { findPaid, insertRefund, refundEvent, type RefundedLine } from './refund.writes.ts'

type Wish = Omit<z.output<typeof refundOrderCall.input>, 'number' | 'preview'>

/** What a wish comes to, in minor units. */
export interface RefundQuote {
  amount: number
  /** What could still be paid back after it. */
  left: number
  lines: (RefundedLine & { variantId: number })[]
}

/** Computes what is paid back, for an order that is locked. AppError 409 where it is more than there is. */
export async function quoteRefund(
  tx: Transaction,
  order: OrderRow,
  wish: Wish,
  locale: string,
): Promise<RefundQuote> {
  const { config_id: configId, id, currency } = order
  const rows = await listOrderLines(tx, configId, id)
  const restocked = await listRestocked(tx, order)
  const lines = wish.lines.map((one) => lineOf(order, rows, one, restocked))
  if (new Set(lines.map(({ position }) => position)).size < lines.length)
    throw wrong('lines', 'A line is named twice')
  const shipping = wish.shipping ? order.shipping - (await shippingBack(tx, order)) : 0
  const amount =
    lines.reduce((sum, line) => sum + line.amount, 0) +
    Math.max(0, shipping) +
    toMinor(wish.amount ?? 0, currency)
  const left = order.paid - order.refunded - amount
  if (left >= 0) return { amount, left, lines }
  const most = order.paid - order.refunded
  const message =
    most > 0 ? `Only ${formatMoney(most, currency, locale)} can be paid back` : 'There is nothing to pay back'
  throw new AppError(409, 'beyond_paid', message)
}

/** Pays back what was computed. AppError 400 where that is nothing. Answers the refund. */
export async function payBackInPart(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  { quote: { amount, left, lines }, reason, mail }: { quote: RefundQuote; reason: string; mail: MailContext },
): Promise<{ id: number; status: 'waiting' | 'done' }> {
  const { configId } = write
  const payment = await findPaid(tx, configId, order.id)
  if (amount === 0 || !payment) throw wrong('amount', 'Say what is paid back')
  const isDone = payment.charge === null
  const id = await insertRefund(tx, write, order, {
    paymentId: payment.id,
    amount,
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
  if (left === 0 && canMove('refund', order.status)) await writeMove(tx, write, order, 'refund', event)
  else await addEvent(tx, configId, order.id, write.actor, event)
  const pieces = lines
    .filter(({ restocked }) => restocked > 0)
    .map(({ variantId, restocked }) => ({ variantId, quantity: restocked }))
  await returnStock(tx, write, pieces, { reference: order.number, reason })
  if (isDone) await mailRefund(tx, mail, { which: id, orderId: order.id, amount: event.note ?? '' })
  const before = { refunded: order.refunded }
  const after = { refunded: order.refunded + amount, ...(reason && { reason }) }
  await record(tx, { ...write, action: 'update', subject: 'order', subjectId: order.id, before, after })
  return { id, status: isDone ? 'done' : 'waiting' }
}

function lineOf(
  order: OrderRow,
  rows: readonly OrderLineRow[],
  { position, quantity, restock }: Wish['lines'][number],
  restocked: ReadonlyMap<number, number>,
) {
  const row = rows.find((one) => one.position === position)
  if (!row) throw wrong('lines', 'There is no such line')
  const left = row.quantity - row.refunded_quantity
  if (quantity > left) throw new AppError(409, 'beyond_paid', `Of ${row.name} only ${left} can be paid back`)
  // Where an order was cancelled or came back, its pieces were dealt with then.
  if (restock && !['confirmed', 'shipped', 'delivered'].includes(order.status))
    throw wrong('lines', 'The pieces of this order are for sale again already, or were written off')
  const amount = shareOfPieces(row, { before: row.refunded_quantity, pieces: quantity })
  // After a refund that has failed they may be there already.
  const away = row.quantity - (restocked.get(position) ?? 0)
  return {
    position,
    quantity,
    amount,
    restocked: restock ? Math.min(quantity, away) : 0,
    variantId: row.variant_id,
  }
}

/** How many pieces of each line have come back for sale. */
async function listRestocked(
  tx: Transaction,
  { config_id: configId, id }: OrderRow,
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('refund_line')
    .select(['position', ({ fn }) => fn.sum<string>('restocked').as('sum')])
    .where('config_id', '=', configId)
    .where('order_id', '=', id)
    .groupBy('position')
    .execute()
  return new Map(rows.map(({ position, sum }) => [position, Number(sum)]))
}

/** What was paid back beyond the lines, which is held to be for delivery first. */
async function shippingBack(tx: Transaction, { config_id: configId, id }: OrderRow): Promise<number> {
  const { sum } = await tx
    .selectFrom('refund')
    .select(({ fn }) => fn.sum<number | null>('beyond_lines').as('sum'))
    .where('config_id', '=', configId)
    .where('order_id', '=', id)
    .where('status', '<>', 'failed')
    .where('currency', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

const wrong = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])
