import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderShipment } from '#contract/orders/order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import type { OrderLabel } from '#contract/carriers/label.ts'
import { Button } from '#web/ui/button.tsx'
import { ShipmentLabel } from '../labels/shipment-label.tsx'
import { TrackingList } from '../labels/tracking-list.tsx'

const link = 'inline-block py-0.5 underline underline-offset-4 hover:decoration-2'

interface ShipmentItemProps {
  order: AdminOrder
  shipment: OrderShipment
  /** Among the shipments of the order, from 1. */
  place: number
  /** Undefined until they are known. */
  labels: readonly OrderLabel[] | undefined
}

/** One shipment: its items, tracking, packing slip and delivery. */
export function ShipmentItem({ order, shipment, place, labels }: ShipmentItemProps) {
  const { number, shipments, status } = order
  const { id, carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt, expectedText, lines } = shipment
  const shop = useShop()
  const deliver = useOrderCall('POST admin/orders/:number/shipments/:id/deliver')
  const name = shipments.length > 1 ? `Shipment ${place}` : 'Shipment'
  const tracking = [carrier, trackingNumber].filter(Boolean).join(' ')
  // The only package is delivered with the order.
  const canDeliver = deliveredAt === null && (shipments.length > 1 || status === 'confirmed')
  return (
    <li className="grid gap-1 py-3 last:pb-0">
      <p className="font-medium">
        {name},{' '}
        {deliveredAt ? `delivered ${formatDate(deliveredAt, shop)}` : `sent ${formatDate(shippedAt, shop)}`}
      </p>
      {expectedText && !deliveredAt && <p>Expected on {expectedText}</p>}
      {tracking && <p className="wrap-anywhere">{tracking}</p>}
      {shipments.length > 1 || status === 'confirmed' ? (
        <ul className="text-sm text-quiet wrap-anywhere">
          {lines.map(({ lineId, productname, quantity }) => (
            <li key={lineId}>
              {quantity} × {productname}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="flex flex-wrap gap-x-4">
        {trackingUrl && (
          <a href={trackingUrl} rel="noreferrer" target="_blank" className={link}>
            Track shipment<span className="sr-only"> (opens in a new window)</span>
          </a>
        )}
        <a
          href={dashboardLinks.shipmentSlip(number, id)}
          rel="noopener"
          target="_blank"
          aria-label={`Packing slip of ${name.toLowerCase()} (opens in a new window)`}
          className={link}
        >
          Slip (PDF)
        </a>
      </p>
      <TrackingList events={shipment.events} name={name.toLowerCase()} />
      {labels && (
        <ShipmentLabel order={order} shipment={shipment} name={name.toLowerCase()} labels={labels} />
      )}
      {canDeliver && (
        <p>
          <Button
            kind="secondary"
            aria-label={`Mark ${name.toLowerCase()} as delivered`}
            aria-disabled={deliver.isPending}
            onClick={() => {
              if (!deliver.isPending) deliver.mutate({ number, id })
            }}
          >
            Mark as delivered
          </Button>
        </p>
      )}
    </li>
  )
}
