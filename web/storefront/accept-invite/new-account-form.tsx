import { acceptInvitationInput } from '#contract/invitation.ts'
import { acceptWithNewAccount } from '../../data/invitation.ts'
import type { RefusedForm } from '../../lib/form-action.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

interface AcceptProps {
  token: string
  /** The invited address, where it is known. */
  email?: string
  onAccepted?(password: string): Promise<void>
  /** What the page was answered when the form was sent without JavaScript. */
  refused?: RefusedForm | undefined
}

/** For who has no account with the invited address yet. */
export function NewAccountForm({ token, email, onAccepted, refused }: AcceptProps) {
  const form = useForm({
    schema: acceptInvitationInput,
    unseen: ['token'],
    refused,
    async submit(input) {
      await acceptWithNewAccount(input)
      await onAccepted?.(input.password)
    },
  })
  return (
    <Form form={form} action="Make my account" busyAction="Making it…">
      <input type="hidden" name="token" value={token} />
      <TextField {...form.field('fullName')} label="Full name" autoComplete="name" maxLength={200} />
      {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordFields form={form} />
    </Form>
  )
}
