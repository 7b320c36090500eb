import { resendInput, type AdminOrder } from '#contract/orders/admin-order.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { fixed, select } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'
import { orderEmailLabels } from '../order-labels.ts'

const describeEmail = ({ number, emails }: AdminOrder) =>
  describeForm(resendInput, {
    number: fixed(number),
    kind: select(
      'Email',
      emails.map((kind) => [kind, orderEmailLabels[kind]] as const),
      { initial: emails.at(-1) },
    ),
  })

/** Resends one of the order's emails to the customer. */
export function ResendDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const emailNotice = useEmailNotice(order)
  const resend = useOrderCall('POST admin/orders/:number/resend')
  return (
    <FormDialog
      title="Resend email"
      intro={`To ${order.email}. ${emailNotice('The email shows the order as it is now and links to it.')}`}
      of={describeEmail(order)}
      action="Resend"
      busyAction="Sending…"
      submit={resend.mutateAsync}
      onDone={() => onClose(false)}
      onClose={onClose}
    />
  )
}
