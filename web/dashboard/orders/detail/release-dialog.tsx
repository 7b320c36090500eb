import { releaseOrderInput } from '#contract/orders/hold.ts'
import { useReleaseOrder } from '#web/data/admin/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'

interface ReleaseDialogProps {
  number: string
  onClose(done: boolean): void
}

/** Releases an order on hold, with the reason. */
export function ReleaseDialog({ number, onClose }: ReleaseDialogProps) {
  const emailNotice = useEmailNotice()
  const release = useReleaseOrder()
  const form = useForm({
    schema: releaseOrderInput,
    draft: { name: `release order ${number}` },
    read: ({ reason, keep }) => ({ number, reason, keep: keep === 'on' }),
    async submit(input) {
      await release.mutateAsync(input)
      onClose(true)
    },
  })
  return (
    <Dialog title="Release this order?" onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet">
        The order can ship again, and its withdrawal is closed. A withdrawal is binding in the EU, so release
        only what the customer has agreed to.
      </p>
      <Form
        form={form}
        label="Release this order"
        action="Release order"
        busyAction="Saving…"
        beside={
          <Button kind="secondary" onClick={() => onClose(false)}>
            Keep on hold
          </Button>
        }
      >
        <TextAreaField
          {...form.field('reason')}
          label="Reason"
          hint={`Kept in the activity log. ${emailNotice('The customer gets it when the withdrawal is closed.')}`}
          rows={3}
          maxLength={500}
        />
        <CheckboxField name="keep" label="Keep the withdrawal open: the items will come back" />
      </Form>
    </Dialog>
  )
}
