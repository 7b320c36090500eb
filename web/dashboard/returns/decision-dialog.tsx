import { approveReturn, refuseReturn } from '#contract/orders/return.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { describeForm } from '../record-form/describe-form.ts'
import { area, fixed } from '../record-form/fields.tsx'
import { FormDialog } from '../record-form/form-dialog.tsx'
import { useEmailNotice } from '../use-email-notice.ts'

const texts = {
  approve: {
    title: 'Approve return',
    label: 'How to send the items back',
    action: 'Approve',
    schema: approveReturn.input,
  },
  refuse: { title: 'Refuse return', label: 'Reason', action: 'Refuse', schema: refuseReturn.input },
} as const

interface DecisionDialogProps {
  id: number
  step: 'approve' | 'refuse'
  onClose(): void
}

/** Approves or refuses a return, with a message to the customer. */
export function DecisionDialog({ id, step, onClose }: DecisionDialogProps) {
  const { title, label, action, schema } = texts[step]
  const emailNotice = useEmailNotice()
  const approve = useOrderCall('POST admin/returns/:id/approve')
  const refuse = useOrderCall('POST admin/returns/:id/refuse')
  return (
    <FormDialog
      title={title}
      intro={emailNotice('The customer gets an email with your message.')}
      of={describeForm(schema, {
        id: fixed(id),
        message: area(label, { rows: 4, maxLength: 2000, required: false }),
      })}
      draft={`${step} return ${id}`}
      action={action}
      submit={(step === 'approve' ? approve : refuse).mutateAsync}
      onClose={onClose}
    />
  )
}
