import { fulfilInput, type AdminOrder } from '#contract/admin-order.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ParcelFields } from './parcel-fields.tsx'

/** The parcel has left: how the customer can follow it. */
export function ShipDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, shippingAddress: to } = order
  const { fulfil } = useOrderWork()
  const form = useForm({
    schema: fulfilInput,
    read: (fields) => ({ ...fields, number }),
    async submit(input) {
      await fulfil(input)
      onClose(true)
    },
  })
  return (
    <Dialog title="Ship order" onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet wrap-anywhere">
        To {to.fullName}, {to.city} {to.pincode}. The customer is mailed at once, with whatever you fill in
        here.
      </p>
      <Form
        form={form}
        label="Ship order"
        action="Mark as shipped"
        busyAction="Working…"
        onCancel={() => onClose(false)}
      >
        <ParcelFields form={form} />
      </Form>
    </Dialog>
  )
}
