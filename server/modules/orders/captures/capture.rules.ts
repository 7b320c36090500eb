import { AppError } from '#server/http/errors.ts'
import { refundShare } from '#server/modules/pricing/index.ts'
import type { LaterCapture } from '#server/platform/payments/payment-provider.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import { settledAmount } from '../order/order.rules.ts'
import type { ShipmentPlan } from '../shipments/shipment.rules.ts'

/** The code of the error of `requireCaptured`. */
export const NOT_CAPTURED = 'not_captured'

type PricedLine = Pick<OrderLineRow, 'position' | 'quantity' | 'total' | 'shipped_quantity'>

/**
 * What has to be taken of an order before a shipment leaves, in minor units. In parts: the delivery and the units that have shipped
 * or ship now. Once, and for the last shipment: the whole total.
 */
export function neededBefore(
  order: Pick<OrderRow, 'total' | 'shipping_total'>,
  lines: readonly PricedLine[],
  plan: Pick<ShipmentPlan, 'lines' | 'isLast'>,
  captures: LaterCapture['captures'],
): number {
  if (captures === 'once' || plan.isLast) return order.total
  const goods = lines.map(({ position, shipped_quantity: shipped, ...line }) => {
    const now = plan.lines.find((one) => one.position === position)?.quantity ?? 0
    return refundShare(line, { before: 0, quantity: Math.min(line.quantity, shipped + now) })
  })
  return Math.min(order.total, order.shipping_total + goods.reduce((sum, part) => sum + part, 0))
}

/** AppError 409 `not_captured` if a shipment would leave before its money is taken. */
export function requireCaptured(
  order: OrderRow,
  lines: readonly PricedLine[],
  plan: Pick<ShipmentPlan, 'lines' | 'isLast'>,
): void {
  if (order.authorized === 0) return
  if (settledAmount(order) >= neededBefore(order, lines, plan, 'parts')) return
  const message = `The payment of order ${order.serial} is authorised, but not taken yet. Ship it again`
  throw new AppError(409, NOT_CAPTURED, message)
}

/** Another step waits until the provider says whether it has taken the money. */
export function capturePending({ serial }: Pick<OrderRow, 'serial'>): AppError {
  const message = `It is not known yet whether the payment provider has taken the money of order ${serial}. Try again in a minute`
  return new AppError(409, 'capture_pending', message)
}
