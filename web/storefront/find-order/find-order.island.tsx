import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { links } from '#contract/links.ts'
import { useSession } from '#web/data/account/session.ts'
import { findOrder } from '#web/data/checkout/orders.ts'
import { openPage } from '#web/lib/browser/open-page.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { inlineLink, NarrowPage } from '../account/narrow-page.tsx'
import { withQueries } from '#web/storefront/with-queries.tsx'
import { OrderNumberFields } from './order-number-fields.tsx'

/** Guests find their order here by its number and email. */
function FindOrder({ refused }: { refused: RefusedForm | undefined }) {
  const { data: user } = useSession()
  const form = useForm({
    schema: async () => (await import('#contract/orders/shopper-order.ts')).findGuestOrder.input,
    refused,
    fallback: 'We couldn’t look for your order. Please try again.',
    async submit(input) {
      const { number, accessToken } = await findOrder(input)
      await openPage(links.order(number, accessToken))
    },
  })
  return (
    <NarrowPage
      title="Find your order"
      intro="Enter the order number and the email address that you ordered with. You find both in your confirmation."
    >
      <Form form={form} action="Find order" busyAction="Looking…">
        <OrderNumberFields form={form} />
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-quiet">
        Ordered with an account?{' '}
        <a
          href={user ? links.profile('orders') : links.login(links.profile('orders'))}
          className={`${inlineLink} inline-block py-1 text-ink`}
        >
          {user ? 'See your orders' : 'Sign in to see your orders'}
        </a>
      </p>
    </NarrowPage>
  )
}

export default withQueries(FindOrder)
