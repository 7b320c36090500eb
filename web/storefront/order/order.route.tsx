import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { links } from '#contract/links.ts'
import { useOrder } from '../../data/orders.ts'
import { wasAnswered } from '../../data/personal-change.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { PageHead } from '../page-head.tsx'
import type { Route } from './+types/order.route.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'
import { PaymentNews } from './payment-news.tsx'
import { useReturn } from './use-return.ts'

/** One order, for who placed it: by account, by the browser it was placed in, or by the link in the mail. */
export default function Order({ params }: Route.ComponentProps) {
  const number = params.number.toUpperCase()
  const [search] = useSearchParams()
  const which = { number, accessToken: search.get('accessToken') ?? undefined }
  const { hasPaid, isAsking } = useReturn(which)
  const { data: order, error, refetch } = useOrder(which, { follow: hasPaid })
  const isNew = useIsNew() || hasPaid
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <PageHead title={`Order ${number}`} noindex />
      <h1 tabIndex={-1} className="font-display text-display text-balance">
        {isNew ? 'Thank you for your order' : 'Your order'}
      </h1>
      <p className="mt-2 text-lg text-quiet tabular wrap-anywhere">Number {number}</p>
      <NeedsScript what="An order" />
      <div className="mt-8 noscript:hidden">
        {order && !isAsking ? (
          <>
            {hasPaid && <PaymentNews order={order} />}
            <OrderDetails order={order} which={which} isNew={isNew} />
          </>
        ) : error && wasAnswered(error) && !isAsking ? (
          <NotFound />
        ) : error && !isAsking ? (
          <FailedState text="This order cannot be shown right now." onRetry={() => void refetch()} />
        ) : (
          <OrderSkeleton />
        )}
      </div>
    </div>
  )
}

/** Whether the checkout has led here just now. Not after a reload: the server, which renders that page, cannot know. */
function useIsNew(): boolean {
  const state: unknown = useLocation().state
  const isReload = useNavigationType() === 'POP'
  return !isReload && typeof state === 'object' && state !== null && 'placed' in state
}

function NotFound() {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      icon="parcel"
      title="This order cannot be opened here"
      text="Please open it with the link in our mail, or with the address of the page after ordering, or sign in to the account that it was placed with."
    >
      <LinkButton kind="primary" to={links.login(pathname + search)}>
        Sign in
      </LinkButton>
      <LinkButton to={links.page('contact')}>Contact us</LinkButton>
    </EmptyState>
  )
}
