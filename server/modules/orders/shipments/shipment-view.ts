import { longDayText } from '#contract/orders/delivery/delivery-dates.ts'
import { trackingStatusText } from '#contract/orders/tracking.ts'
import type { OrderShipment } from '#contract/orders/order.ts'
import type { OrderLineRow } from '../order/order.queries.ts'
import type { ShipmentRow } from './shipment.queries.ts'

/** The id of a line for the API, where ids start at 1. */
export const lineIdOf = (position: number) => position + 1

export const positionOf = (lineId: number) => lineId - 1

/** A shipment for the API. */
export function shipmentToView(
  { id, carrier, tracking, tracking_url, expected_on, shipped_at, delivered_at, lines, events }: ShipmentRow,
  orderLines: readonly OrderLineRow[],
  locale: string,
): OrderShipment {
  return {
    id,
    state: delivered_at ? 'delivered' : 'shipped',
    carrier,
    trackingNumber: tracking,
    trackingUrl: tracking_url,
    expectedOn: expected_on,
    expectedText: expected_on === null ? '' : longDayText(expected_on, locale),
    shippedAt: shipped_at.toISOString(),
    deliveredAt: delivered_at?.toISOString() ?? null,
    lines: lines.map(({ position, quantity }) => ({
      lineId: lineIdOf(position),
      productname: orderLines.find((line) => line.position === position)?.name ?? '',
      quantity,
    })),
    events: events.map(({ at, status, description, location }) => ({
      at,
      status,
      text: trackingStatusText(status, description),
      location,
    })),
  }
}
