import type { ReturnState } from '#contract/orders/return.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { returnStock } from '#server/modules/stock/index.ts'
import { listOrderLines, lockOrder, type OrderLineRow, type OrderRow } from '../order/order.queries.ts'
import { onHold } from '../hold/hold.rules.ts'
import { sumUnitsBack, unitsOutside, type UnitsBack } from '../shipments/units-back.ts'
import type { EmailContext } from '../emails/order-email.ts'
import { quoteRefund, refundOrder } from '../refunds/refund-order.writes.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { emailAboutReturn } from './return-email.ts'
import { holdsOrder, requireStep, type ReturnStep } from './return.rules.ts'
import { findReturn, listReturnLines, type ReturnLineRow, type ReturnRow } from './return.queries.ts'
import { updateReturns, writeInspection } from './return.writes.ts'

/** A step of staff on a return. */
export interface ReturnAction {
  write: WriteContext
  email: EmailContext
  id: number
}

/** The result of an inspection for a line, named by its position. The units add up to those of the line. */
export interface Inspection {
  position: number
  restocked: number
  damaged: number
  missing: number
}

// Each step locks the order first, as every other change of an order does, then reads the return.

/** Approves a return and emails the instructions. AppError 404, 409 `wrong_status` or `on_hold`. */
export const approveReturn = (tx: Transaction, action: ReturnAction, message: string) =>
  decide(tx, action, { step: 'approve', kind: 'return_approved', message })

/** Refuses a return and emails the reason. AppError 404, 409 `wrong_status` or `on_hold`. */
export const refuseReturn = (tx: Transaction, action: ReturnAction, message: string) =>
  decide(tx, action, { step: 'refuse', kind: 'return_refused', message })

interface Decision {
  step: 'approve' | 'refuse'
  kind: 'return_approved' | 'return_refused'
  message: string
}

async function decide(
  tx: Transaction,
  action: ReturnAction,
  { step, kind, message }: Decision,
): Promise<ReturnState> {
  const { order, lines, row } = await lockReturn(tx, action)
  const state = await takeStep(tx, action, { order, row, step, answer: message })
  later(
    tx,
    emailAboutReturn(tx, action.email, order, { returnId: row.id, kind, items: lines, details: [message] }),
  )
  return state
}

/**
 * Records what came back. Without an inspection, all units did and can be sold again. AppError 400 if an inspection does not
 * add up, 404, 409 `wrong_status`, or `not_shipped` for units that have not left or came back already.
 */
export async function receiveReturn(
  tx: Transaction,
  action: ReturnAction,
  inspections: readonly Inspection[] | undefined,
): Promise<ReturnState> {
  const { shopId } = action.write
  const { order, lines, row } = await lockReturn(tx, action)
  const [orderLines, back] = await Promise.all([
    listOrderLines(tx, shopId, order.id),
    sumUnitsBack(tx, shopId, order.id),
  ])
  if (inspections?.some(({ position }) => !lines.some((line) => line.position === position)))
    throw invalidLines('This line is not part of the return')
  const ordered = new Map(orderLines.map((line) => [line.position, line]))
  const found = lines.flatMap((line) => {
    const units = inspect(line, inspections)
    const of = ordered.get(line.position)
    // Units that were cancelled before they shipped do not come back.
    if (units.quantity === 0 || !of) return []
    requireOutside(order, of, { units, back: back(line.position) })
    const { variant_id: variantid, sku, takes_stock: takesStock } = of
    return [{ ...units, variantid, sku, takesStock }]
  })
  const state = await takeStep(tx, action, { order, row, step: 'receive' })
  later(tx, writeInspection(tx, shopId, row.id, found))
  const restocked = found.filter((each) => each.restocked > 0 && each.takesStock)
  const items = restocked.map(({ variantid, restocked: quantity }) => ({ variantId: variantid, quantity }))
  later(tx, returnStock(tx, action.write, items, { reference: order.number }))
  const data = {
    number: order.number,
    serial: order.serial,
    status: order.status,
    lines: found.map(({ variantid, sku, quantity, missing }) => ({
      variantid,
      sku,
      quantity: quantity - missing,
    })),
  }
  await recordEvent(tx, shopId, { kind: 'order.returned', subject: `order:${order.number}`, data })
  return state
}

/** AppError 409 `not_shipped` for units that have not left the shop, or have come back another way. */
function requireOutside(
  order: OrderRow,
  line: OrderLineRow,
  { units: { quantity, restocked, damaged }, back }: { units: FoundUnits; back: UnitsBack },
): void {
  const shipped = line.shipped_quantity
  if (quantity > shipped) {
    const left =
      shipped === 0 ? 'none has left the shop yet' : `only ${shipped} of ${line.quantity} have left the shop`
    const message = `${line.name}: ${left}. Units that have not shipped cannot come back`
    throw new AppError(409, 'not_shipped', message)
  }
  const outside = unitsOutside(order, line, back)
  if (restocked + damaged <= outside) return
  const message = `${line.name}: ${shipped} of ${line.quantity} have left the shop, and ${outside === 0 ? 'none is' : `only ${outside} are`} still to come back`
  throw new AppError(409, 'not_shipped', message)
}

/**
 * Refunds the units that came back, by the code of every other refund. Without money to give back it only closes the return.
 * AppError 404, 409 `wrong_status`, `on_hold` or `exceeds_paid`.
 */
export async function refundReturn(
  tx: Transaction,
  action: ReturnAction,
  { shipping }: { shipping: boolean },
): Promise<{ state: ReturnState; isRefunded: boolean }> {
  const { write, email } = action
  const { order, lines, row } = await lockReturn(tx, action)
  const state = await takeStep(tx, action, { order, row, step: 'refund' })
  if (order.paid <= order.refunded) return { state, isRefunded: false }
  const input = {
    lines: lines
      .map(({ position, quantity, cancelled, missing }) => ({
        position,
        quantity: quantity - cancelled - missing,
        restock: false,
      }))
      .filter(({ quantity }) => quantity > 0),
    shipping,
    amount: null,
    reason: `Return ${row.id}`,
  }
  const quote = await quoteRefund(tx, order, input, email.shop.locale)
  const isRefunded = quote.amount > 0
  if (isRefunded) await refundOrder(tx, write, order, { quote, reason: input.reason, email })
  return { state, isRefunded }
}

/** Locks the order of a return, then reads the return as it is now. AppError 404. */
async function lockReturn(tx: Transaction, { write: { shopId }, id }: ReturnAction) {
  const { order_id: orderId } = await findReturn(tx, shopId, id)
  const order = await lockOrder(tx, shopId, orderId)
  const [row, lines] = await Promise.all([findReturn(tx, shopId, id), listReturnLines(tx, shopId, [id])])
  return { order, row, lines }
}

interface Step {
  order: OrderRow
  row: ReturnRow
  step: ReturnStep
  /** What the customer is told. */
  answer?: string
}

/** Writes the new state of a return, with its entries in the timeline of the order and in the audit log. */
async function takeStep(
  tx: Transaction,
  { write }: ReturnAction,
  { order, row, step, answer = row.answer }: Step,
): Promise<ReturnState> {
  const { shopId, actor } = write
  const state = requireStep(step, row.state)
  // Staff decide about items that have not shipped on the page of the order.
  if (holdsOrder(row, order)) throw onHold(order)
  const isClosed = state === 'refunded' || state === 'refused'
  await updateReturns(tx, shopId, [row.id], { state, answer, closed_at: isClosed ? new Date() : null })
  await addEvent(tx, shopId, order.id, actor, { kind: `return_${state}`, isPublic: true })
  later(
    tx,
    record(tx, {
      ...write,
      action: 'update',
      subject: 'order',
      subjectId: order.id,
      before: { return: row.state },
      after: { return: state },
    }),
  )
  return state
}

interface FoundUnits extends Inspection {
  quantity: number
}

function inspect(line: ReturnLineRow, inspections: readonly Inspection[] | undefined): FoundUnits {
  const { position, name } = line
  const quantity = line.quantity - line.cancelled
  const found = inspections
    ? (inspections.find((each) => each.position === position) ?? {
        restocked: 0,
        damaged: 0,
        missing: quantity,
      })
    : { restocked: quantity, damaged: 0, missing: 0 }
  const { restocked, damaged, missing } = found
  if (restocked + damaged + missing === quantity) return { position, quantity, restocked, damaged, missing }
  const message = `Restocked, damaged and missing units of ${name} must add up to ${quantity}`
  throw invalidLines(message)
}

const invalidLines = (message: string) =>
  new AppError(400, 'invalid_input', message, [{ path: 'lines', message }])
