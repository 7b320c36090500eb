import type { Transaction } from '#server/db/connect.ts'
import { listOrderLines, type OrderRow } from '../order/order.queries.ts'
import { listShippableLines } from '../shipments/shipment.queries.ts'
import { planShipment, type ShippedLine } from '../shipments/shipment.rules.ts'
import { requireCaptured } from './capture.rules.ts'

/** Requires that the money of the wanted lines of a locked order is taken. AppErrors of `planShipment` and `requireCaptured`. */
export async function requireLinesCaptured(
  tx: Transaction,
  order: OrderRow,
  wanted: readonly ShippedLine[],
): Promise<void> {
  if (order.authorized === 0) return
  const { config_id: shopId, id, number } = order
  const plan = planShipment(order, await listShippableLines(tx, shopId, number), wanted)
  requireCaptured(order, await listOrderLines(tx, shopId, id), plan)
}
