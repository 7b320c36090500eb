import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import type { LaterCapture } from '#server/platform/payments/payment-provider.ts'
import { listOrderLines, type OrderRow } from '../order/order.queries.ts'
import { dueBeforeShipping, settledAmount } from '../order/order.rules.ts'
import type { PaymentRow } from '../payments/payment.queries.ts'
import { listShippableLines } from '../shipments/shipment.queries.ts'
import { planShipment, type ShippedLine } from '../shipments/shipment.rules.ts'
import { findAuthorization, findOpenCapture } from './capture.queries.ts'
import { neededBefore } from './capture.rules.ts'
import { beginCapture } from './authorization-state.ts'

/** A stored capture, with what its provider has to know. */
export interface BegunCapture {
  order: Pick<OrderRow, 'id' | 'config_id' | 'number' | 'serial' | 'currency'>
  authorization: PaymentRow
  capture: PaymentRow
  /** It was stored before, so the provider may have been asked already. */
  isRetry: boolean
}

/** The capture of a locked order that is open; undefined if there is none, or nothing is authorised. */
async function findBegun(tx: Transaction, order: OrderRow): Promise<BegunCapture | PaymentRow | undefined> {
  if (order.authorized === 0) return undefined
  const authorization = await findAuthorization(tx, order.config_id, order.id)
  if (!authorization) return undefined
  const capture = await findOpenCapture(tx, order.config_id, order.id)
  return capture ? { order, authorization, capture, isRetry: true } : authorization
}

/**
 * Stores the capture that a shipment of a locked order needs. Undefined if its money is taken already. AppErrors of `planShipment`, so
 * that no money is taken for a shipment that is refused.
 */
export async function beginShipmentCapture(
  tx: Transaction,
  order: OrderRow,
  captures: LaterCapture['captures'],
  wanted: readonly ShippedLine[] | undefined,
): Promise<BegunCapture | undefined> {
  if (order.status !== 'confirmed' || dueBeforeShipping(order) > 0) return undefined
  const found = await findBegun(tx, order)
  if (!found || 'capture' in found) return found
  const plan = planShipment(order, await listShippableLines(tx, order.config_id, order.number), wanted)
  const lines = await listOrderLines(tx, order.config_id, order.id)
  return begin(tx, order, found, neededBefore(order, lines, plan, captures))
}

/** Stores the capture of all that is left of a locked order. AppError 409 `nothing_authorized`. */
export async function beginWholeCapture(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
): Promise<BegunCapture> {
  const found = await findBegun(tx, order)
  if (found && 'capture' in found) return found
  const begun = found && (await begin(tx, order, found, order.total))
  if (begun) {
    const entry = { action: 'update', subject: 'order', subjectId: order.id } as const
    await record(tx, { ...write, ...entry, before: {}, after: { captured: begun.capture.amount } })
    return begun
  }
  const message = `Nothing of order ${order.serial} is authorised that could be taken`
  throw new AppError(409, 'nothing_authorized', message)
}

async function begin(
  tx: Transaction,
  order: OrderRow,
  authorization: PaymentRow,
  needed: number,
): Promise<BegunCapture | undefined> {
  const settled = settledAmount(order)
  const amount = Math.min(order.authorized, needed - settled)
  if (amount <= 0) return undefined
  const isLast = amount === order.authorized || settled + amount >= order.total
  const capture = await beginCapture(tx, authorization, { amount, isLast })
  return { order, authorization, capture, isRetry: false }
}
