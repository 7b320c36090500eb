import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { useLayoutEffect, useRef } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { requestPasswordReset } from '#web/data/account/email-tokens.ts'
import { useShop } from '#web/data/shop.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { pageHeading } from '#web/lib/browser/focus.ts'
import { withQueries } from '#web/storefront/with-queries.tsx'

const sentUrl = `${links.forgotPassword()}?sent=1`

function ForgotPassword({ refused }: { refused: RefusedForm | undefined }) {
  const search = usePageQuery()
  const { sendsEmail } = useShop()
  const form = useForm({
    schema: async () => (await import('#contract/identity/auth.ts')).forgotPasswordInput,
    refused: refused,
    async submit(input) {
      await requestPasswordReset(input)
      await openPage(sentUrl)
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
        intro="If there’s an account for this email, we’ve sent a reset link. It works once and expires in 30 minutes."
      >
        <p className="mb-8 text-quiet">
          Didn’t get it? Check your spam folder or{' '}
          <a href={links.forgotPassword()} className={`${inlineLink} text-ink`}>
            try again
          </a>
          .
        </p>
        <LinkButton href={links.login()}>Back to login</LinkButton>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title="Forgot your password?"
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
          <LinkButton kind="quiet" className="max-sm:w-full" href={links.login()}>
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
      intro="We can’t send email right now. If there’s an account for this email, we can give you a reset link. It works once and expires in 30 minutes."
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton kind="primary" href={links.page('contact')}>
          Contact us
        </LinkButton>
        <LinkButton href={links.login()}>Back to login</LinkButton>
      </div>
    </NarrowPage>
  )
}

export default withQueries(ForgotPassword)
