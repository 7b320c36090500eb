import { Link, useNavigate, useSearchParams } from 'react-router'
import { forgotPassword, forgotPasswordInput } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { askForReset } from '../../data/mailed-links.ts'
import { submitForm } from '../../lib/form-action.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { focusHeading } from '../account/focus-heading.ts'
import type { Route } from './+types/forgot-password.route.ts'

const sent = `${links.forgotPassword()}?sent=1`

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, forgotPassword, () => sent)
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({
    schema: forgotPasswordInput,
    refused: actionData,
    async submit(input) {
      await askForReset(input)
      await navigate(sent)
      focusHeading()
    },
  })

  if (search.has('sent')) {
    return (
      <NarrowPage
        title="Check your email"
        path={links.forgotPassword()}
        intro="If this address has an account here, we have sent it a link for a new password. It works once, within 30 minutes."
      >
        <p className="mb-8 text-quiet">
          Nothing there? Look into the spam folder, or{' '}
          <Link to={links.forgotPassword()} className={`${inlineLink} text-ink`}>
            try again
          </Link>
          .
        </p>
        <LinkButton to={links.login()}>Back to login</LinkButton>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title="Forgot your password?"
      path={links.forgotPassword()}
      intro="Tell us your email address, and we will send you a link for a new one."
    >
      <Form
        form={form}
        action="Send the link"
        busyAction="Sending…"
        beside={
          <LinkButton kind="quiet" className="max-sm:w-full" to={links.login()}>
            Back to login
          </LinkButton>
        }
      >
        <TextField
          {...form.field('email')}
          label="Email address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
    </NarrowPage>
  )
}
