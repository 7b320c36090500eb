import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { resetPassword, resetPasswordInput } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { setNewPassword } from '../../data/mailed-links.ts'
import { signedOut } from '../../data/session.ts'
import { submitForm } from '../../lib/form-action.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import type { Route } from './+types/reset-password.route.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

const done = links.login(null, 'reset')

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, resetPassword, () => done)
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({
    schema: resetPasswordInput,
    refused: actionData,
    unseen: ['token'],
    async submit(input) {
      await setNewPassword(input)
      // It has ended every session, the one of this browser too.
      await signedOut(client)
      await navigate(done)
    },
  })

  return (
    <NarrowPage
      title="Choose a new password"
      path="/reset-password"
      intro="You will be signed out everywhere and can sign in with it at once."
    >
      <Form
        form={form}
        action="Save the password"
        busyAction="Saving…"
        beside={
          <LinkButton kind="quiet" className="max-sm:w-full" to={links.forgotPassword()}>
            Send me a new link
          </LinkButton>
        }
      >
        <input type="hidden" name="token" value={search.get('token') ?? ''} />
        <NewPasswordFields form={form} />
      </Form>
    </NarrowPage>
  )
}
