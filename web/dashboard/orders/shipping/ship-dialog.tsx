import { fulfilInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import { useShipOrder } from '../../../data/admin/orders.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useEmailNotice } from '../../use-email-notice.ts'
import { TrackingFields } from './tracking-fields.tsx'

/** Marks an order as shipped, with its tracking details. */
export function ShipDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, shippingAddress: to } = order
  const emailNotice = useEmailNotice()
  const ship = useShipOrder()
  const form = useForm({
    schema: fulfilInput,
    draft: { name: `ship order ${number}` },
    read: (fields) => ({ ...fields, number }),
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
        <TrackingFields form={form} />
      </Form>
    </Dialog>
  )
}
