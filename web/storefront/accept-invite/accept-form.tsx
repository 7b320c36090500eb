import { links } from '#contract/links.ts'
import { createInvitedAccount, joinWithAccount, type NewAccount } from '#web/data/account/invitation.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

interface AcceptFormProps {
  token: string
  /** People with an account join with its password, others create one. */
  hasAccount: boolean
  /** The invited address, if known. */
  email?: string
  onAccepted?(password: string): Promise<void>
  /** The refusal of a form that was submitted without JavaScript. */
  refused?: RefusedForm | undefined
}

/** The form that accepts an invitation. */
export function AcceptForm({ token, hasAccount, email, onAccepted, refused }: AcceptFormProps) {
  const form = useForm({
    schema: async () => {
      const { joinStaffInput, acceptInvitationInput } = await import('#contract/identity/invitation.ts')
      return hasAccount ? joinStaffInput : acceptInvitationInput
    },
    hiddenFields: ['token'],
    refused,
    async submit(input) {
      // The schema of each call has checked its input.
      await (hasAccount ? joinWithAccount(input) : createInvitedAccount(input as NewAccount))
      await onAccepted?.(input.password)
    },
  })
  // Password managers need the user name.
  const username = email && <input type="text" autoComplete="username" value={email} readOnly hidden />
  const hiddenToken = <input type="hidden" name="token" value={token} />
  if (!hasAccount) {
    return (
      <Form form={form} action="Create account" busyAction="Creating account…">
        {hiddenToken}
        <TextField {...form.field('fullName')} label="Full name" autoComplete="name" maxLength={200} />
        {username}
        <NewPasswordFields form={form} />
      </Form>
    )
  }
  return (
    <Form
      form={form}
      action="Sign in and join"
      busyAction="Joining…"
      beside={
        <LinkButton kind="quiet" href={links.forgotPassword()}>
          Forgot your password?
        </LinkButton>
      }
    >
      {hiddenToken}
      {username}
      <PasswordField
        {...form.field('password')}
        label="Password"
        hint="This email already has an account. Enter its password to continue."
        autoComplete="current-password"
      />
    </Form>
  )
}
