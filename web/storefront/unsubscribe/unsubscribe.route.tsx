import { unsubscribe } from '#contract/comments/review-request.ts'
import { links } from '#contract/links.ts'
import { useSearchParams, useNavigate } from '#web/lib/navigation/navigation.ts'
import { api } from '#web/lib/api.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { focusAfterWait, pageHeading } from '#web/lib/browser/focus.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NarrowPage } from '../account/narrow-page.tsx'
import type { Route } from './+types/unsubscribe.route.ts'

const path = links.unsubscribe()
const doneUrl = `${path}?done=1`

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, unsubscribe, () => doneUrl)
}

/** Ends the emails that ask for comments. Opening the link changes nothing, because email programs open links too. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({
    schema: unsubscribe.input,
    refused: actionData,
    hiddenFields: ['token'],
    async submit(input) {
      await api<typeof unsubscribe>('POST', 'unsubscribe/:token', input)
      await navigate(doneUrl, { replace: true })
      focusAfterWait(null, pageHeading())
    },
  })
  if (search.has('done')) {
    return (
      <NarrowPage
        title="No more requests"
        path={path}
        intro="We won’t ask you for comments again. You’ll still receive emails about your orders."
      >
        <LinkButton to={links.home()}>Go to the shop</LinkButton>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage
      title="Stop these emails"
      path={path}
      intro="No more emails that ask you to comment on what you bought."
    >
      <Form form={form} action="Unsubscribe" busyAction="Unsubscribing…">
        <input type="hidden" name="token" value={search.get('token') ?? ''} />
      </Form>
    </NarrowPage>
  )
}
