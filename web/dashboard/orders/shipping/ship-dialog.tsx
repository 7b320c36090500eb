import { createShipmentInput } from '#contract/orders/shipment.ts'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { fixed } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { shippedItems } from './shipped-items.tsx'
import { expectedDay, tracking } from './tracking-fields.ts'

function describeShipment({ number, lines, estimatedOn }: AdminOrder, locale: string, onlyInStock: boolean) {
  return describeForm(createShipmentInput, {
    number: fixed(number),
    carrier: tracking.carrier,
    trackingNumber: tracking.number,
    trackingUrl: tracking.url,
    expectedOn: expectedDay(locale, estimatedOn),
    lines: shippedItems(lines, { onlyInStock }),
  })
}

interface ShipDialogProps {
  order: AdminOrder
  /** Starts with the units that are in stock. */
  onlyInStock?: boolean
  onClose(done: boolean): void
}

/** Ships an order: all that is left, or fewer units, with the tracking details of the package. */
export function ShipDialog({ order, onlyInStock = false, onClose }: ShipDialogProps) {
  const { number, shippingAddress: to, shipments } = order
  const { locale } = useShop()
  const emailNotice = useEmailNotice(order)
  const ship = useOrderCall('POST admin/orders/:number/shipments')
  return (
    <FormDialog
      title="Ship order"
      intro={`Ships to ${to.fullName}, ${to.city} ${to.pincode}. ${emailNotice('The customer is emailed with the tracking details.')}`}
      of={describeShipment(order, locale, onlyInStock)}
      draft={`shipment ${shipments.length + 1} of order ${number}${onlyInStock ? ' in stock' : ''}`}
      action="Mark as shipped"
      submit={ship.mutateAsync}
      onClose={onClose}
    />
  )
}
