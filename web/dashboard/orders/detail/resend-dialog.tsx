import { resendInput, type AdminOrder, type ResentEmailKind } from '#contract/orders/admin-order.ts'
import { useResendOrderEmail } from '#web/data/admin/orders.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { orderEmailLabels } from '../order-labels.ts'

/** Resends one of the order's emails to the customer. */
export function ResendDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, email, emails } = order
  const emailNotice = useEmailNotice()
  const resend = useResendOrderEmail()
  const form = useForm({
    schema: resendInput,
    read: ({ kind }) => ({ number, kind }),
    async submit(input) {
      await resend.mutateAsync(input)
      onClose(false)
    },
  })
  return (
    <Dialog title="Resend email" onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet wrap-anywhere">
        To {email}. {emailNotice('The email shows the order as it is now and links to it.')}
      </p>
      <Form
        form={form}
        label="Resend email"
        action="Resend"
        busyAction="Sending…"
        onCancel={() => onClose(false)}
      >
        <SelectField
          {...form.field('kind')}
          label="Email"
          options={emails.map((kind: ResentEmailKind) => [kind, orderEmailLabels[kind]] as const)}
          defaultValue={emails.at(-1)}
        />
      </Form>
    </Dialog>
  )
}
