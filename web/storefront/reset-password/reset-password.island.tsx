import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { useQueryClient } from '@tanstack/react-query'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { resetPasswordByToken } from '#web/data/account/email-tokens.ts'
import { signedOut } from '#web/data/account/session.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

const loginUrl = links.login(null, 'reset')

function ResetPassword({ refused }: { refused: RefusedForm | undefined }) {
  const client = useQueryClient()
  const search = usePageQuery()
  const form = useForm({
    schema: async () => (await import('#contract/identity/auth.ts')).resetPasswordInput,
    refused,
    hiddenFields: ['token'],
    async submit(input) {
      await resetPasswordByToken(input)
      // The reset has ended every session, including that of this browser.
      await signedOut(client)
      await openPage(loginUrl)
    },
  })

  return (
    <NarrowPage
      title="Choose a new password"
      intro="You’ll be signed out on all devices. Then sign in with your new password."
    >
      <Form
        form={form}
        action="Save password"
        busyAction="Saving…"
        beside={
          <LinkButton kind="quiet" className="max-sm:w-full" href={links.forgotPassword()}>
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

export default withQueries(ResetPassword)
