import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { confirmEmail } from '#web/data/account/email-tokens.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

/** Opening the link changes nothing, because email programs open links too. A script submits the form. */
function VerifyEmail({ refused }: { refused: RefusedForm | undefined }) {
  const client = useQueryClient()
  const token = usePageQuery().get('token')
  const form = useForm({
    schema: async () => (await import('#contract/identity/auth.ts')).verifyEmail.input,
    refused,
    hiddenFields: ['token'],
    async submit(input) {
      await confirmEmail(input)
      await client.invalidateQueries({ queryKey: ['personal'] })
      await openPage(`${links.verifyEmail()}?done=1`, { replace: true })
    },
  })
  const { ref } = form
  const submitsItself = token !== null && !refused
  useEffect(() => {
    if (submitsItself) ref.current?.requestSubmit()
  }, [submitsItself, ref])
  return (
    <NarrowPage title="Confirm your email address" intro="So we can send you order updates.">
      <Form
        form={form}
        action="Confirm email"
        busyAction="Confirming…"
        beside={
          <LinkButton kind="quiet" className="max-sm:w-full" href={links.profile()}>
            Your profile
          </LinkButton>
        }
      >
        <input type="hidden" name="token" value={token ?? ''} />
      </Form>
    </NarrowPage>
  )
}

export default withQueries(VerifyEmail)
