import { approveReturn, refuseReturn } from '#contract/orders/return.ts'
import { useApproveReturn, useRefuseReturn } from '#web/data/admin/returns.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
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
  const approve = useApproveReturn()
  const refuse = useRefuseReturn()
  const form = useForm({
    schema,
    draft: { name: `${step} return ${id}` },
    read: ({ message }) => ({ id, message }),
    async submit(input) {
      await (step === 'approve' ? approve : refuse).mutateAsync(input)
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-5 text-quiet">{emailNotice('The customer gets an email with your message.')}</p>
      <Form form={form} label={title} action={action} busyAction="Saving…" onCancel={onClose}>
        <TextAreaField {...form.field('message')} label={label} rows={4} maxLength={2000} required={false} />
      </Form>
    </Dialog>
  )
}
