import { createShipmentInput } from '#contract/orders/shipment.ts'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { custom, fixed } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { tracking } from './tracking-fields.ts'

const quantityField = (lineId: number) => `quantity.${lineId}`

function describeShipment({ number, lines }: AdminOrder) {
  const unshipped = lines.filter(({ lefttoship }) => lefttoship > 0)
  return describeForm(createShipmentInput, {
    number: fixed(number),
    carrier: tracking.carrier,
    trackingNumber: tracking.number,
    trackingUrl: tracking.url,
    lines: custom({
      label: 'Items in this package',
      read: ({ texts }) =>
        unshipped.flatMap(({ lineId }) => {
          const quantity = Number(texts[quantityField(lineId)] ?? 0)
          return quantity > 0 ? [{ lineId, quantity }] : []
        }),
      control: () => (
        <fieldset>
          <legend className="font-medium">Items in this package</legend>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {unshipped.map((line) => (
              <ShippedLine key={line.lineId} line={line} />
            ))}
          </ul>
        </fieldset>
      ),
    }),
  })
}

/** Ships an order: all that is left, or fewer units, with the tracking details of the package. */
export function ShipDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, shippingAddress: to, shipments } = order
  const emailNotice = useEmailNotice(order)
  const ship = useOrderCall('POST admin/orders/:number/shipments')
  return (
    <FormDialog
      title="Ship order"
      intro={`Ships to ${to.fullName}, ${to.city} ${to.pincode}. ${emailNotice('The customer is emailed with the tracking details.')}`}
      of={describeShipment(order)}
      draft={`shipment ${shipments.length + 1} of order ${number}`}
      action="Mark as shipped"
      submit={ship.mutateAsync}
      onClose={onClose}
    />
  )
}

/** One line: how many of the units that are left go into the package. All of them at first. */
function ShippedLine({
  line: { lineId, productname, options, lefttoship },
}: {
  line: AdminOrder['lines'][number]
}) {
  const variant = Object.values(options).join(', ')
  const name = variant ? `${productname} (${variant})` : productname
  return (
    <li className="grid items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="min-w-0 wrap-anywhere">{name}</p>
      <SelectField
        name={quantityField(lineId)}
        label="Quantity"
        aria-label={`Quantity of ${name} to ship`}
        className="w-36"
        defaultValue={String(lefttoship)}
        options={Array.from({ length: lefttoship + 1 }, (_, units) => [
          String(units),
          `${units} of ${lefttoship}`,
        ])}
      />
    </li>
  )
}
