import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { deliverOrder } from '../order/order-state.writes.ts'
import { requireCaptured } from '../captures/capture.rules.ts'
import { listOrderLines, type OrderRow } from '../order/order.queries.ts'
import { listShippableLines } from '../shipments/shipment.queries.ts'
import { planShipment } from '../shipments/shipment.rules.ts'
import { shipLines } from '../shipments/ship-order.ts'

/** Hands over all that is left of a locked order that is picked up. It is delivered then. AppErrors of `planShipment`. */
export async function handOver(tx: Transaction, write: WriteContext, order: OrderRow): Promise<void> {
  const plan = planShipment(order, await listShippableLines(tx, write.shopId, order.number), undefined)
  if (order.authorized > 0) requireCaptured(order, await listOrderLines(tx, write.shopId, order.id), plan)
  const noPackage = { carrier: '', tracking: '', trackingUrl: '', expectedOn: null }
  await shipLines(tx, write, order, noPackage, plan)
  await deliverOrder(tx, write, { ...order, status: 'shipped', authorized: 0 })
}
