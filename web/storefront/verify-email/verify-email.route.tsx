import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from '#web/lib/navigation/navigation.ts'
import { verifyEmail } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { confirmEmail } from '#web/data/account/email-tokens.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { focusAfterWait, pageHeading } from '#web/lib/browser/focus.ts'
import { NarrowPage } from '../account/narrow-page.tsx'
import type { Route } from './+types/verify-email.route.ts'

const path = links.verifyEmail()
const doneUrl = `${path}?done=1`

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, verifyEmail, () => doneUrl)
}

/** Opening the link changes nothing, because email programs open links too. A script submits the form. */
export default function VerifyEmail({ actionData }: Route.ComponentProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const token = search.get('token')
  const form = useForm({
    schema: verifyEmail.input,
    refused: actionData,
    hiddenFields: ['token'],
    async submit(input) {
      await confirmEmail(input)
      await client.invalidateQueries({ queryKey: ['personal'] })
      await navigate(doneUrl, { replace: true })
      focusAfterWait(null, pageHeading())
    },
  })
  const { ref } = form
  const submitsItself = token !== null && !actionData
  useEffect(() => {
    if (submitsItself) ref.current?.requestSubmit()
  }, [submitsItself, ref])

  if (search.has('done')) {
    return (
      <NarrowPage
        title="Your email address is confirmed"
        path={path}
        intro="Thanks! We’ll send order updates to this address."
      >
        <div className="flex flex-wrap gap-3">
          <LinkButton kind="primary" to={links.products()}>
            See all products
          </LinkButton>
          <LinkButton to={links.profile()}>Your profile</LinkButton>
        </div>
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title="Confirm your email address" path={path} intro="So we can send you order updates.">
      <Form
        form={form}
        action="Confirm email"
        busyAction="Confirming…"
        beside={
          <LinkButton kind="quiet" className="max-sm:w-full" to={links.profile()}>
            Your profile
          </LinkButton>
        }
      >
        <input type="hidden" name="token" value={token ?? ''} />
      </Form>
    </NarrowPage>
  )
}
