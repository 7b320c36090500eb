import { resendInput, type AdminOrder, type ResentMailKind } from '#contract/admin-order.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { mailWords } from './status-words.ts'

/** Mails the customer once more what was mailed before. */
export function ResendDialog({ order, onClose }: { order: AdminOrder; onClose(done: boolean): void }) {
  const { number, email, mails } = order
  const { resend } = useOrderWork()
  const form = useForm({
    schema: resendInput,
    read: ({ kind }) => ({ number, kind }),
    async submit(input) {
      await resend(input)
      onClose(false)
    },
  })
  return (
    <Dialog title="Send a mail again" onClose={() => onClose(false)}>
      <p className="mb-5 text-quiet wrap-anywhere">
        To {email}, with the order as it is now and a link that opens it.
      </p>
      <Form
        form={form}
        label="Send a mail again"
        action="Send again"
        busyAction="Sending…"
        onCancel={() => onClose(false)}
      >
        <SelectField
          {...form.field('kind')}
          label="Which"
          options={mails.map((kind: ResentMailKind) => [kind, mailWords[kind]] as const)}
          defaultValue={mails.at(-1)}
        />
      </Form>
    </Dialog>
  )
}
