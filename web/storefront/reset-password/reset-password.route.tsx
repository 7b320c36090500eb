import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from '#web/lib/navigation/navigation.ts'
import { resetPassword, resetPasswordInput } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { resetPasswordByToken } from '#web/data/account/email-tokens.ts'
import { signedOut } from '#web/data/account/session.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import type { Route } from './+types/reset-password.route.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'

const loginUrl = links.login(null, 'reset')

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, resetPassword, () => loginUrl)
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({
    schema: resetPasswordInput,
    refused: actionData,
    hiddenFields: ['token'],
    async submit(input) {
      await resetPasswordByToken(input)
      // The reset has ended every session, including that of this browser.
      await signedOut(client)
      await navigate(loginUrl)
    },
  })

  return (
    <NarrowPage
      title="Choose a new password"
      path={links.resetPassword()}
      intro="You’ll be signed out on all devices. Then sign in with your new password."
    >
      <Form
        form={form}
        action="Save password"
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
