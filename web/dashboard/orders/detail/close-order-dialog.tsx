import { endOrderInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import { useCancelOrder, useReturnOrder } from '#web/data/admin/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'

interface CloseOrderDialogProps {
  order: AdminOrder
  action: 'cancel' | 'return'
  onClose(done: boolean): void
}

/** Cancels an order or marks it as returned, with a reason, and optionally restocks its items. */
export function CloseOrderDialog({ order, action, onClose }: CloseOrderDialogProps) {
  const { number, status } = order
  const emailNotice = useEmailNotice()
  const cancel = useCancelOrder()
  const markReturned = useReturnOrder()
  const isCancel = action === 'cancel'
  // A pending order only reserved its items, so they are released without asking.
  const asksForRestock = status !== 'pending'
  const form = useForm({
    schema: endOrderInput,
    draft: { name: `${action} order ${number}` },
    read: ({ reason, restock }) => ({ number, reason, restock: !asksForRestock || restock === 'on' }),
    async submit(input) {
      await (isCancel ? cancel : markReturned).mutateAsync(input)
      onClose(true)
    },
  })
  const title = isCancel ? 'Cancel this order?' : 'Mark as returned?'
  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet">
        {emailNotice('The customer is notified.')}{' '}
        {isCancel ? 'This can’t be undone.' : 'You can refund afterwards.'}
      </p>
      <Form
        form={form}
        label={title}
        action={isCancel ? 'Cancel order' : 'Mark as returned'}
        busyAction="Saving…"
        beside={
          <Button kind="secondary" onClick={() => onClose(false)}>
            Keep order
          </Button>
        }
      >
        <TextAreaField
          {...form.field('reason')}
          label="Reason"
          hint="Shown to the customer."
          rows={3}
          required={false}
          maxLength={500}
        />
        {asksForRestock && <CheckboxField name="restock" label="Restock items" defaultChecked />}
      </Form>
    </Dialog>
  )
}
