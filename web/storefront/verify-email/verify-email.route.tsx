import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { verifyEmail } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { confirmAddress } from '../../data/mailed-links.ts'
import { submitForm } from '../../lib/form-action.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { focusHeading } from '../account/focus-heading.ts'
import { NarrowPage } from '../account/narrow-page.tsx'
import type { Route } from './+types/verify-email.route.ts'

const path = '/verify-email'
const done = `${path}?done=1`

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, verifyEmail, () => done)
}

/** Opening the link changes nothing, since mail programs open links too; the button does, which a script presses. */
export default function VerifyEmail({ actionData }: Route.ComponentProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const token = search.get('token')
  const form = useForm({
    schema: verifyEmail.input,
    refused: actionData,
    unseen: ['token'],
    async submit(input) {
      await confirmAddress(input)
      await client.invalidateQueries({ queryKey: ['personal'] })
      await navigate(done, { replace: true })
      focusHeading()
    },
  })
  const { ref } = form
  const pressed = token !== null && !actionData
  useEffect(() => {
    if (pressed) ref.current?.requestSubmit()
  }, [pressed, ref])

  if (search.has('done')) {
    return (
      <NarrowPage
        title="Your email address is confirmed"
        path={path}
        intro="Thank you. News about your orders will reach you there."
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
    <NarrowPage
      title="Confirm your email address"
      path={path}
      intro="So that news about your orders reaches you."
    >
      <Form
        form={form}
        action="Confirm my address"
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
