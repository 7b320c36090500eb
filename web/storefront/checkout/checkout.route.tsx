import { useSearchParams } from 'react-router'
import { links } from '#contract/links.ts'
import { useSession } from '../../data/account/session.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { PageHead } from '../page-head.tsx'
import { CheckoutSkeleton } from './checkout.tsx'
import { Checkout } from './checkout.tsx'
import { parseBuyNowItem } from './buy-now-item.ts'

/** The checkout of the cart or of one item (Buy Now). */
export default function CheckoutRoute() {
  const [search] = useSearchParams()
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <PageHead title="Checkout" path={links.checkout()} noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        Checkout
      </h1>
      <NeedsScript action="check out" />
      <div className="mt-8 noscript:hidden">
        <Loaded query={useSession()} skeleton={<CheckoutSkeleton />}>
          {(user) => <Checkout key={user?.id ?? 0} user={user} item={parseBuyNowItem(search)} />}
        </Loaded>
      </div>
    </div>
  )
}
