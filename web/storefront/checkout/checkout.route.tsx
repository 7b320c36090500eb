import { useSearchParams } from '#web/lib/navigation/navigation.ts'
import { links } from '#contract/links.ts'
import { usePersonalData } from '#web/data/personal-data.ts'
import { useSession } from '#web/data/account/session.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { PageHead } from '../page-head.tsx'
import { checkoutAction } from './checkout-action.ts'
import { loadCheckout } from './checkout-page-data.ts'
import { CheckoutSkeleton } from './checkout.tsx'
import { Checkout } from './checkout.tsx'
import type { Route } from './+types/checkout.route.ts'
import { parseBuyNowItem } from './buy-now-item.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => loadCheckout(context, request)
export const action = ({ context, request }: Route.ActionArgs) => checkoutAction(context, request)

/** The checkout of the cart or of one item (Buy Now). */
export default function CheckoutRoute({ loaderData: page, actionData }: Route.ComponentProps) {
  usePersonalData(page?.personal)
  const [search] = useSearchParams()
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <PageHead title="Checkout" path={links.checkout()} noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        Checkout
      </h1>
      <div className="mt-8">
        <Loaded query={useSession()} skeleton={<CheckoutSkeleton />}>
          {(user) => (
            <Checkout
              key={user?.id ?? 0}
              user={user}
              item={parseBuyNowItem(search)}
              page={page}
              refused={actionData}
            />
          )}
        </Loaded>
      </div>
    </div>
  )
}
