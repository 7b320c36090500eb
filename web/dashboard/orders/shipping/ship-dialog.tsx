import { createShipmentInput } from '#contract/orders/shipment.ts'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { useCreateShipment } from '#web/data/admin/orders.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { TrackingFields } from './tracking-fields.tsx'

const quantityField = (lineId: number) => `quantity.${lineId}`

/** Ships an order: all that is left, or fewer units, with the tracking details of the package. */
export function ShipDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, shippingAddress: to, shipments } = order
  const emailNotice = useEmailNotice()
  const ship = useCreateShipment()
  const lines = order.lines.filter(({ lefttoship }) => lefttoship > 0)
  const form = useForm({
    schema: createShipmentInput,
    draft: { name: `shipment ${shipments.length + 1} of order ${number}` },
    read: ({ carrier, trackingNumber, trackingUrl, ...fields }) => ({
      number,
      carrier,
      trackingNumber,
      trackingUrl,
      lines: lines.flatMap(({ lineId }) => {
        const quantity = Number(fields[quantityField(lineId)] ?? 0)
        return quantity > 0 ? [{ lineId, quantity }] : []
      }),
    }),
    async submit(input) {
      await ship.mutateAsync(input)
      onClose(true)
    },
  })
  return (
    <Dialog title="Ship order" onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet wrap-anywhere">
        Ships to {to.fullName}, {to.city} {to.pincode}.{' '}
        {emailNotice('The customer is emailed with the tracking details.')}
      </p>
      <Form
        form={form}
        label="Ship order"
        action="Mark as shipped"
        busyAction="Saving…"
        onCancel={() => onClose(false)}
      >
        <TrackingFields form={form} numberField="trackingNumber" />
        <fieldset>
          <legend className="font-medium">Items in this package</legend>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <ShippedLine key={line.lineId} line={line} />
            ))}
          </ul>
        </fieldset>
      </Form>
    </Dialog>
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
