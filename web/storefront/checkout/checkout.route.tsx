import { links } from '#contract/links.ts'
import { Island } from '#web/islands/island.tsx'
import type { ActionArgs, LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'
import { PageHead } from '../page-head.tsx'
import { checkoutAction } from './checkout-action.ts'
import { loadCheckout } from './checkout-page-data.ts'
import CheckoutIsland from './checkout.island.tsx'

export const loader = ({ context, request }: LoaderArgs) => loadCheckout(context, request)
export const action = ({ context, request }: ActionArgs) => checkoutAction(context, request)

/** The checkout of the cart or of one item (Buy Now). */
export default function CheckoutPage({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <PageHead title="Checkout" path={links.checkout()} noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        Checkout
      </h1>
      <div className="mt-8">
        <Island of={CheckoutIsland} props={{ page: loaderData, refused: actionData }} />
      </div>
    </div>
  )
}
