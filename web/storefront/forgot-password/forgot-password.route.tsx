import { useLayoutEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from '#web/lib/navigation/navigation.ts'
import { forgotPassword, forgotPasswordInput } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { requestPasswordReset } from '#web/data/account/email-tokens.ts'
import { useShop } from '#web/data/shop.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { pageHeading } from '#web/lib/browser/focus.ts'
import type { Route } from './+types/forgot-password.route.ts'

const sentUrl = `${links.forgotPassword()}?sent=1`

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, forgotPassword, () => sentUrl)
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { sendsEmail } = useShop()
  const form = useForm({
    schema: forgotPasswordInput,
    refused: actionData,
    async submit(input) {
      await requestPasswordReset(input)
      await navigate(sentUrl)
    },
  })

  const isSent = search.has('sent')
  const wasSent = useRef(isSent)
  useLayoutEffect(() => {
    // The form, which had the focus, is gone.
    if (isSent && !wasSent.current) pageHeading()?.focus()
    wasSent.current = isSent
  }, [isSent])

  if (isSent && !sendsEmail) return <NotSent />
  if (isSent) {
    return (
      <NarrowPage
        title="Check your email"
        path={links.forgotPassword()}
        intro="If there’s an account for this email, we’ve sent a reset link. It works once and expires in 30 minutes."
      >
        <p className="mb-8 text-quiet">
          Didn’t get it? Check your spam folder or{' '}
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
      intro={
        sendsEmail
          ? 'Enter your email and we’ll send you a link to reset your password.'
          : 'Enter your email to ask for a reset link. We can’t send email right now, so please contact us afterwards.'
      }
    >
      <Form
        form={form}
        action={sendsEmail ? 'Send reset link' : 'Ask for a reset link'}
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

/** The same for every address, so that it does not reveal who has an account. */
function NotSent() {
  return (
    <NarrowPage
      title="Contact us for your link"
      path={links.forgotPassword()}
      intro="We can’t send email right now. If there’s an account for this email, we can give you a reset link. It works once and expires in 30 minutes."
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton kind="primary" to={links.page('contact')}>
          Contact us
        </LinkButton>
        <LinkButton to={links.login()}>Back to login</LinkButton>
      </div>
    </NarrowPage>
  )
}
