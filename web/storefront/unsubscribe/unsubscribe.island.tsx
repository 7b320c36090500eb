import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { links } from '#contract/links.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { usePageQuery } from '#web/data/page.ts'
import { call } from '#web/lib/call.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { NarrowPage } from '../account/narrow-page.tsx'

/** Ends the emails that ask for comments. Opening the link changes nothing, because email programs open links too. */
export default function Unsubscribe({ refused }: { refused: RefusedForm | undefined }) {
  const search = usePageQuery()
  const form = useForm({
    schema: async () => (await import('#contract/comments/review-request.ts')).unsubscribe.input,
    refused,
    hiddenFields: ['token'],
    async submit(input) {
      await call('POST unsubscribe/:token', input)
      await openPage(`${links.unsubscribe()}?done=1`, { replace: true })
    },
  })
  return (
    <NarrowPage title="Stop these emails" intro="No more emails that ask you to comment on what you bought.">
      <Form form={form} action="Unsubscribe" busyAction="Unsubscribing…">
        <input type="hidden" name="token" value={search.get('token') ?? ''} />
      </Form>
    </NarrowPage>
  )
}
