import type { ActionData } from '#web/lib/on-server/route.ts'
import type { orderAction } from './order-action.ts'
import type { PersonalData } from '#web/lib/query-client.ts'
import { usePage, usePageQuery } from '#web/data/page.ts'
import { links } from '#contract/links.ts'
import { useOrder, useRefreshOrder, type OrderAccess } from '#web/data/checkout/orders.ts'
import { usePersonalData } from '#web/data/visitor/personal-data.ts'
import { hasResponse } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { orderAccess } from '#web/data/checkout/orders.ts'
import { OrderDetails } from './order-details.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { ShopperOrder } from '#contract/orders/order.ts'
import { useEffect } from 'react'
import { withQueries } from '#web/storefront/with-queries.tsx'

interface OrderProps {
  number: string
  loaded: { personal: PersonalData; isMissing: boolean } | undefined
  answered: ActionData<typeof orderAction>
}

/** One order. It opens by account, by the browser that placed it, or by the link in the email. */
function Order({ number, loaded, answered }: OrderProps) {
  usePersonalData(loaded?.personal)
  const search = usePageQuery()
  const access = orderAccess(number, search)
  const { hasPaid, isChecking } = usePaymentReturn(access)
  const { data: order, error, refetch } = useOrder(access, { poll: hasPaid })
  const isNew = useIsNew() || hasPaid
  useAddressWithoutToken(order)
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <h1 tabIndex={-1} className="font-display text-display text-balance">
        {isNew ? 'Thank you for your order' : 'Your order'}
      </h1>
      <p className="mt-2 text-lg text-quiet tabular wrap-anywhere">Order {order?.serial ?? access.number}</p>
      <div className="mt-8">
        {order && !isChecking ? (
          <>
            {hasPaid && <PaymentResult order={order} />}
            <OrderDetails
              order={order}
              access={access}
              isNew={isNew}
              refused={answered && 'message' in answered ? answered : undefined}
              paymentUrl={answered && 'paymentUrl' in answered ? answered.paymentUrl : undefined}
            />
          </>
        ) : ((error && hasResponse(error)) || (!order && loaded?.isMissing)) && !isChecking ? (
          <NotFound />
        ) : error && !isChecking ? (
          <FailedState text="We couldn’t load this order." onRetry={() => void refetch()} />
        ) : (
          <OrderSkeleton />
        )}
      </div>
    </div>
  )
}

/** Whether the checkout has just opened this page. The address forgets it, so that a reload does not thank again. */
function useIsNew(): boolean {
  const isNew = usePageQuery().has('placed')
  useEffect(() => {
    const address = new URL(location.href)
    address.searchParams.delete('placed')
    if (isNew) history.replaceState(null, '', address)
  }, [isNew])
  return isNew
}

/** An account opens its orders without the token, which would stay in the history of a shared computer. */
function useAddressWithoutToken(order: ShopperOrder | undefined) {
  const { search } = usePage()
  // The link of the email confirms a cash order.
  const isNeedless =
    order?.isOfAccount === true && order.confirmation !== 'here' && search.includes('accessToken=')
  const address = order && links.order(order.number)
  useEffect(() => {
    if (isNeedless && address) history.replaceState(null, '', address)
  }, [isNeedless, address])
}

function NotFound() {
  const { pathname, search } = usePage()
  return (
    <EmptyState
      icon="package"
      title="We can’t show this order"
      text="Ordered with an account? Sign in to it. Ordered as a guest? Find your order by its number and your email address."
    >
      <LinkButton kind="primary" href={links.login(pathname + search)}>
        Sign in
      </LinkButton>
      <LinkButton href={links.findOrder()}>Find your order</LinkButton>
    </EmptyState>
  )
}

/** A placeholder in the size of an order. */
function OrderSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        <div className="grid gap-8">
          <Skeleton className="h-56" />
          <Skeleton className="h-72" />
        </div>
        <Skeleton className="h-96" />
      </div>
    </>
  )
}

/** The result of the payment after returning from the provider. */
function PaymentResult({ order: { canPay, status } }: { order: ShopperOrder }) {
  const message = canPay
    ? 'We haven’t received your payment yet. This page will update when we do.'
    : status === 'confirmed' && 'Payment received.'
  return (
    <p role="status" className="mb-6 rounded-xs bg-card p-5 text-lg text-pretty empty:hidden">
      {message}
    </p>
  )
}

/**
 * After the return from the provider, makes the shop check the payment. It removes the parameter from the URL, so that a
 * reload does not check again.
 */
function usePaymentReturn(access: OrderAccess): { hasPaid: boolean; isChecking: boolean } {
  const returned = usePageQuery().get('paid')
  const { mutate, isPending: isChecking } = useRefreshOrder(access)
  useEffect(() => {
    if (returned === null) return
    mutate()
    const address = new URL(location.href)
    address.searchParams.delete('paid')
    history.replaceState(null, '', address)
  }, [returned, mutate])
  return { hasPaid: returned === '1', isChecking }
}

export default withQueries(Order)
