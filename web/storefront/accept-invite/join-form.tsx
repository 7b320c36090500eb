import { joinStaffInput } from '#contract/invitation.ts'
import { links } from '#contract/links.ts'
import { acceptWithAccount } from '../../data/invitation.ts'
import type { RefusedForm } from '../../lib/form-action.ts'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LinkButton } from '../../ui/link-button.tsx'

interface AcceptProps {
  token: string
  /** The invited address, where it is known. */
  email?: string
  onAccepted?(password: string): Promise<void>
  /** What the page was answered when the form was sent without JavaScript. */
  refused?: RefusedForm | undefined
}

/** For who has an account with the invited address. */
export function JoinForm({ token, email, onAccepted, refused }: AcceptProps) {
  const form = useForm({
    schema: joinStaffInput,
    unseen: ['token'],
    refused,
    async submit(input) {
      await acceptWithAccount(input)
      await onAccepted?.(input.password)
    },
  })
  return (
    <Form
      form={form}
      action="Sign in and join"
      busyAction="Joining…"
      beside={
        <LinkButton kind="quiet" to={links.forgotPassword()}>
          Forgot your password?
        </LinkButton>
      }
    >
      <input type="hidden" name="token" value={token} />
      {email && <input type="text" autoComplete="username" value={email} readOnly hidden />}
      <PasswordField
        {...form.field('password')}
        label="Password"
        hint="You have an account with this address: please confirm it with its password."
        autoComplete="current-password"
      />
    </Form>
  )
}
