import { createInvitedAccount } from '#web/data/account/invitation.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

interface AcceptProps {
  token: string
  /** The invited address, if known. */
  email?: string
  onAccepted?(password: string): Promise<void>
  /** The refusal of a form that was submitted without JavaScript. */
  refused?: RefusedForm | undefined
}

/** The form for invited people without an account. */
export function NewAccountForm({ token, email, onAccepted, refused }: AcceptProps) {
  const form = useForm({
    schema: async () => (await import('#contract/identity/invitation.ts')).acceptInvitationInput,
    hiddenFields: ['token'],
    refused,
    async submit(input) {
      await createInvitedAccount(input)
      await onAccepted?.(input.password)
    },
  })
  return (
    <Form form={form} action="Create account" busyAction="Creating account…">
      <input type="hidden" name="token" value={token} />
      <TextField {...form.field('fullName')} label="Full name" autoComplete="name" maxLength={200} />
      {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordFields form={form} />
    </Form>
  )
}
