import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { links } from '#contract/links.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import { call } from '#web/lib/call.ts'
import { focusAfterWait, pageHeading } from '#web/lib/browser/focus.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'

const path = links.unsubscribe()
const doneUrl = `${path}?done=1`

/** Ends the emails that ask for comments. Opening the link changes nothing, because email programs open links too. */
function Unsubscribe({ refused }: { refused: RefusedForm | undefined }) {
  const search = usePageQuery()
  const form = useForm({
    schema: async () => (await import('#contract/comments/review-request.ts')).unsubscribe.input,
    refused: refused,
    hiddenFields: ['token'],
    async submit(input) {
      await call('POST unsubscribe/:token', input)
      await openPage(doneUrl, { replace: true })
      focusAfterWait(null, pageHeading())
    },
  })
  if (search.has('done')) {
    return (
      <NarrowPage
        title="No more requests"
        intro="We won’t ask you for comments again. You’ll still receive emails about your orders."
      >
        <LinkButton href={links.home()}>Go to the shop</LinkButton>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title="Stop these emails" intro="No more emails that ask you to comment on what you bought.">
      <Form form={form} action="Unsubscribe" busyAction="Unsubscribing…">
        <input type="hidden" name="token" value={search.get('token') ?? ''} />
      </Form>
    </NarrowPage>
  )
}

export default withQueries(Unsubscribe)
