import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { links } from '#contract/links.ts'
import { requestPasswordReset } from '#web/data/account/email-tokens.ts'
import { useShop } from '#web/data/shop.ts'
import { Form } from '#web/ui/form/form.tsx'
import { EmailField } from '#web/address/contact-fields.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'

export default function ForgotPassword({ refused }: { refused: RefusedForm | undefined }) {
  const { sendsEmail } = useShop()
  const form = useForm({
    schema: async () => (await import('#contract/identity/auth.ts')).forgotPasswordInput,
    refused,
    async submit(input) {
      await requestPasswordReset(input)
      await openPage(`${links.forgotPassword()}?done=1`)
    },
  })

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
        <EmailField {...form.field('email')} autoComplete="username" />
      </Form>
    </NarrowPage>
  )
}
