import { links } from '#contract/links.ts'
import { joinWithAccount } from '#web/data/account/invitation.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

interface AcceptProps {
  token: string
  /** The invited address, if known. */
  email?: string
  onAccepted?(password: string): Promise<void>
  /** The refusal of a form that was submitted without JavaScript. */
  refused?: RefusedForm | undefined
}

/** The form for invited people with an account. */
export function JoinForm({ token, email, onAccepted, refused }: AcceptProps) {
  const form = useForm({
    schema: async () => (await import('#contract/identity/invitation.ts')).joinStaffInput,
    hiddenFields: ['token'],
    refused,
    async submit(input) {
      await joinWithAccount(input)
      await onAccepted?.(input.password)
    },
  })
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
      <input type="hidden" name="token" value={token} />
      {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        {...form.field('password')}
        label="Password"
        hint="This email already has an account. Enter its password to continue."
        autoComplete="current-password"
      />
    </Form>
  )
}
