import type { OrderShipment } from '#contract/orders/order.ts'
import type { OrderLineRow } from '../order/order.queries.ts'
import type { ShipmentRow } from './shipment.queries.ts'

/** The id of a line for the API, where ids start at 1. */
export const lineIdOf = (position: number) => position + 1

export const positionOf = (lineId: number) => lineId - 1

/** A shipment for the API. */
export function shipmentToView(
  { id, carrier, tracking, tracking_url, shipped_at, delivered_at, lines }: ShipmentRow,
  orderLines: readonly OrderLineRow[],
): OrderShipment {
  return {
    id,
    state: delivered_at ? 'delivered' : 'shipped',
    carrier,
    trackingNumber: tracking,
    trackingUrl: tracking_url,
    shippedAt: shipped_at.toISOString(),
    deliveredAt: delivered_at?.toISOString() ?? null,
    lines: lines.map(({ position, quantity }) => ({
      lineId: lineIdOf(position),
      productname: orderLines.find((line) => line.position === position)?.name ?? '',
      quantity,
    })),
  }
}
