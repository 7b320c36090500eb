import type { z } from 'zod'
import type { editOrderLines as editOrderLinesEndpoint, EditedLine } from '#contract/orders/edit-order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { totalsToView } from '#server/modules/cart/index.ts'
import { recordOrderEvent } from '#server/modules/events/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { lockStock, release, reserve, returnStock, sell, variantName } from '#server/modules/stock/index.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { replaceLines } from '../order/order.writes.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { lineIdOf } from '../shipments/shipment-view.ts'
import {
  listOrderLines,
  lockOrderByNumber,
  type OrderLineRow,
  type OrderRow,
} from '../order/order.queries.ts'
import { changePaymentAmount } from '../payments/payment.writes.ts'
import { lineRows } from '../placing/new-order.ts'
import { orderAmounts } from '../placing/place.rules.ts'
import type { Quote } from '../placing/quote.ts'
import { requireEditable } from './editable.ts'
import { invalidLine, quoteEditedOrder, type WantedLine } from './edited-order.ts'

type Input = z.output<typeof editOrderLinesEndpoint.input>
type Edited = z.input<typeof editOrderLinesEndpoint.answer>['data']

/**
 * Changes the items of an unpaid order with its stock, totals and open payment, and tells the customer. Items of the order
 * keep their price; new ones have the price of now; the tax rates are those of the day of the order. AppError 400 for an
 * unknown item, 404, 409 `wrong_status`, `order_paid`, `order_invoiced`, `out_of_stock`, `coupon_refused`, `settings_changed`
 * or `version_conflict`.
 */
export async function editOrderLines(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { number, lines, version, preview }: Input,
): Promise<Edited> {
  const { shopId } = write
  const order = await lockOrderByNumber(tx, shopId, number)
  await requireVersion(tx, write, { subject: 'order', subjectId: order.id, version })
  await requireEditable(tx, order)
  const current = await listOrderLines(tx, shopId, order.id)
  const wanted = wantedLines(current, lines)
  const kept = wanted.filter(({ quantity }) => quantity > 0)
  if (kept.length === 0) throw invalidLine(0, 'An order needs at least one item. Cancel the order instead')
  const quote = await quoteEditedOrder(tx, context, order, kept)
  const edited = {
    total: toMajor(quote.totals.total, order.currency),
    before: totalsToView(storedTotals(order), quote.rules, order.currency),
    after: totalsToView(quote.totals, quote.rules, order.currency),
  }
  const changed = wanted.filter(({ quantity, old }) => quantity !== (old?.quantity ?? 0))
  if (preview || changed.length === 0) return edited
  await moveStock(tx, write, order, changed.filter(takesStock(quote)))
  await writeLines(tx, order, wanted, quote)
  await changePaymentAmount(tx, shopId, order.id, quote.totals.total)
  await tellOthers(tx, write, context, { order, current, quote, kept, changed })
  return edited
}

/** All lines of the order with their new quantities, then the new ones. AppError 400. */
function wantedLines(current: readonly OrderLineRow[], lines: readonly EditedLine[]): WantedLine[] {
  const wanted = new Map<number, WantedLine>(
    current.map((old) => [old.variant_id, { variantId: old.variant_id, quantity: old.quantity, old }]),
  )
  const seen = new Set<number>()
  for (const [index, { lineId, variantid, quantity }] of lines.entries()) {
    const variantId = variantid ?? current.find(({ position }) => lineIdOf(position) === lineId)?.variant_id
    if (variantId === undefined) throw invalidLine(index, `The order has no line ${lineId}`)
    if (seen.has(variantId)) throw invalidLine(index, 'An item is listed twice')
    seen.add(variantId)
    wanted.set(variantId, { variantId, quantity, old: wanted.get(variantId)?.old })
  }
  return [...wanted.values()]
}

/** Whether the units of a line are those of the stock ledger: as when it was ordered, or as its variant is counted now. */
const takesStock =
  ({ lines }: Quote) =>
  ({ variantId, old }: WantedLine): boolean =>
    old?.takes_stock ?? lines.some((line) => line.variantId === variantId && line.takesStock)

/** Takes the additional units and gives the others back, as the order holds its stock: reserved or sold. */
async function moveStock(
  tx: Transaction,
  write: WriteContext,
  { status, number }: OrderRow,
  changed: readonly WantedLine[],
): Promise<void> {
  const changes = changed.map(({ variantId, quantity, old }) => ({
    variantId,
    change: quantity - (old?.quantity ?? 0),
  }))
  const more = changes.flatMap(({ variantId, change }) => (change > 0 ? { variantId, quantity: change } : []))
  const less = changes.flatMap(({ variantId, change }) =>
    change < 0 ? { variantId, quantity: -change } : [],
  )
  const note = { reference: number }
  // Both movements lock levels, so all of them are locked in one order first.
  await lockStock(
    tx,
    write.shopId,
    changes.map(({ variantId }) => variantId),
  )
  if (status === 'pending') {
    later(tx, release(tx, write, less, note))
    await reserve(tx, write, more, note)
  } else {
    later(tx, returnStock(tx, write, less, note))
    await sell(tx, write, more, { ...note, reserved: false })
  }
}

/** The totals of a stored order in the form of a quote. */
export const storedTotals = (order: OrderRow) => ({
  ...order,
  coupon: order.coupon_discount,
  shippingTax: order.shipping_tax,
})

/** Writes the lines and the amounts. A line keeps its position, and with it its id. */
async function writeLines(
  tx: Transaction,
  order: OrderRow,
  wanted: readonly WantedLine[],
  quote: Quote,
): Promise<void> {
  const { config_id: shopId, id: orderId } = order
  const old = new Map(wanted.map((line) => [line.variantId, line.old]))
  let next = Math.max(...wanted.map((line) => line.old?.position ?? -1)) + 1
  const rows = lineRows(quote).map((row) => {
    const before = old.get(row.variant_id)
    // What was ordered keeps its name, also if the product was renamed.
    const named = before && { name: before.name, options: before.options, sku: before.sku, hsn: before.hsn }
    return { ...row, ...named, position: before?.position ?? next++ }
  })
  await replaceLines(tx, shopId, orderId, { lines: rows, amounts: orderAmounts(quote) })
}

interface Change {
  order: OrderRow
  current: readonly OrderLineRow[]
  quote: Quote
  kept: readonly WantedLine[]
  changed: readonly WantedLine[]
}

/** Adds the change to the timeline, the events and the audit log, and emails the customer. */
async function tellOthers(
  tx: Transaction,
  write: WriteContext,
  context: PersonalContext,
  { order, current, quote, kept, changed }: Change,
): Promise<void> {
  const { shopId, actor } = write
  const { id: orderId } = order
  const names = new Map([
    ...quote.lines.map(({ variantId, name, options }) => [variantId, variantName(name, options)] as const),
    ...current.map((line) => [line.variant_id, nameOf(line)] as const),
  ])
  const sentences = changed.map(({ variantId, quantity, old }) => {
    const name = names.get(variantId) ?? ''
    if (!old) return `${quantity} × ${name} added`
    return quantity === 0 ? `${name} removed` : `${name}: ${quantity} instead of ${old.quantity}`
  })
  const event = { kind: 'edited', note: sentences.join('; ').slice(0, 2000), isPublic: true }
  const instance = await addEvent(tx, shopId, orderId, actor, event)
  later(tx, recordOrderEvent(tx, order, 'order.edited'))
  const details = [`${sentences.join('. ')}.`]
  await emailCustomer(tx, context, { orderId, kind: 'edited', instance, details })
  const textOf = (name: string | undefined, quantity: number) => `${quantity} × ${name}`
  later(
    tx,
    record(tx, {
      ...write,
      action: 'update',
      subject: 'order',
      subjectId: orderId,
      before: {
        items: current.map((line) => textOf(nameOf(line), line.quantity)),
        total: order.total,
      },
      after: {
        items: kept.map(({ variantId, quantity }) => textOf(names.get(variantId), quantity)),
        total: quote.totals.total,
      },
    }),
  )
}

const nameOf = ({ name, options }: OrderLineRow) => variantName(name, Object.fromEntries(options))
