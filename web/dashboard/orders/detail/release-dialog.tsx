import { releaseOrderInput } from '#contract/orders/hold.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { describeForm } from '#web/dashboard/record-form/describe-form.ts'
import { area, checkbox, fixed } from '#web/dashboard/record-form/fields.tsx'
import { FormDialog } from '#web/dashboard/record-form/form-dialog.tsx'
import { useEmailNotice } from '#web/dashboard/use-email-notice.ts'

interface ReleaseDialogProps {
  number: string
  onClose(done: boolean): void
}

/** Releases an order on hold, with the reason. */
export function ReleaseDialog({ number, onClose }: ReleaseDialogProps) {
  const emailNotice = useEmailNotice()
  const release = useOrderCall('POST admin/orders/:number/release')
  const form = describeForm(releaseOrderInput, {
    number: fixed(number),
    reason: area('Reason', {
      hint: `Kept in the activity log. ${emailNotice('The customer gets it when the withdrawal is closed.')}`,
      rows: 3,
      maxLength: 500,
    }),
    keep: checkbox('Keep the withdrawal open: the items will come back'),
  })
  return (
    <FormDialog
      title="Release this order?"
      intro="The order can ship again, and its withdrawal is closed. A withdrawal is binding in the EU, so release only what the customer has agreed to."
      of={form}
      draft={`release order ${number}`}
      action="Release order"
      keep="Keep on hold"
      submit={release.mutateAsync}
      onClose={onClose}
    />
  )
}
