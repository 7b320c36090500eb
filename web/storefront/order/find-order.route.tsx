import { links } from '#contract/links.ts'
import { findGuestOrder } from '#contract/orders/shopper-order.ts'
import { useSession } from '#web/data/account/session.ts'
import { findOrder } from '#web/data/checkout/orders.ts'
import { submitForm } from '#web/lib/on-server/form-action.ts'
import { Link, useNavigate } from '#web/lib/navigation/navigation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import type { Route } from './+types/find-order.route.ts'

export function action({ context }: Route.ActionArgs) {
  return submitForm(context, findGuestOrder, (answer) => {
    const { number, accessToken } = findGuestOrder.answer.parse(answer).data
    return links.order(number, accessToken)
  })
}

/** Guests find their order here by its number and email. */
export default function FindOrder({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { data: user } = useSession()
  const form = useForm({
    schema: findGuestOrder.input,
    refused: actionData,
    fallback: 'We couldn’t look for your order. Please try again.',
    async submit(input) {
      const { number, accessToken } = await findOrder(input)
      await navigate(links.order(number, accessToken))
    },
  })
  return (
    <NarrowPage
      title="Find your order"
      path={links.findOrder()}
      intro="Enter the order number and the email address that you ordered with. You find both in your confirmation."
    >
      <Form form={form} action="Find order" busyAction="Looking…">
        <TextField
          {...form.field('number')}
          label="Order number"
          hint="For example 2026-000123"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <TextField
          {...form.field('email')}
          label="Email address"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-quiet">
        Ordered with an account?{' '}
        <Link
          to={user ? links.profile('orders') : links.login(links.profile('orders'))}
          className={`${inlineLink} inline-block py-1 text-ink`}
        >
          {user ? 'See your orders' : 'Sign in to see your orders'}
        </Link>
      </p>
    </NarrowPage>
  )
}
