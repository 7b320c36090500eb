import { endOrderInput, type AdminOrder } from '#contract/admin-order.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'

interface EndDialogProps {
  order: AdminOrder
  how: 'cancel' | 'return'
  onClose(done: boolean): void
}

/** The order is cancelled, or came back: why, and whether its pieces can be sold again. */
export function EndDialog({ order, how, onClose }: EndDialogProps) {
  const { number, status } = order
  const { cancel, takeBack } = useOrderWork()
  const isCancel = how === 'cancel'
  // Pieces that were only put aside have never left the shelf.
  const asksForStock = status !== 'pending'
  const form = useForm({
    schema: endOrderInput,
    read: ({ reason, restock }) => ({ number, reason, restock: !asksForStock || restock === 'on' }),
    async submit(input) {
      await (isCancel ? cancel(input) : takeBack(input))
      onClose(true)
    },
  })
  const title = isCancel ? 'Cancel this order?' : 'The parcel came back'
  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet">
        {isCancel
          ? 'The customer is told at once. An order that is cancelled stays so.'
          : 'The customer is told at once. Whether money is paid back is decided afterwards.'}
      </p>
      <Form
        form={form}
        label={title}
        action={isCancel ? 'Cancel order' : 'Take it back'}
        busyAction="Working…"
        beside={
          <Button kind="secondary" onClick={() => onClose(false)}>
            Leave it
          </Button>
        }
      >
        <TextAreaField
          {...form.field('reason')}
          label="Why"
          hint="The customer reads it."
          rows={3}
          required={false}
          maxLength={500}
        />
        {asksForStock && <CheckboxField name="restock" label="The pieces can be sold again" defaultChecked />}
      </Form>
    </Dialog>
  )
}
