import { useSearchParams } from 'react-router'
import { links } from '#contract/links.ts'
import { useSession } from '../../data/session.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { PageHead } from '../page-head.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { Checkout } from './checkout.tsx'
import { wantedItem } from './wanted-item.ts'

/** From the cart, or from one product, to an order. */
export default function CheckoutRoute() {
  const [search] = useSearchParams()
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <PageHead title="Checkout" path={links.checkout()} noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        Checkout
      </h1>
      <NeedsScript what="The checkout" />
      <div className="mt-8 noscript:hidden">
        <Loaded query={useSession()} skeleton={<CheckoutSkeleton />}>
          {(user) => <Checkout key={user?.id ?? 0} user={user} item={wantedItem(search)} />}
        </Loaded>
      </div>
    </div>
  )
}
