import {
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from '#web/lib/navigation/navigation.ts'
import { links } from '#contract/links.ts'
import { useOrder, useRefreshOrder, type OrderAccess } from '#web/data/checkout/orders.ts'
import { usePersonalData } from '#web/data/personal-data.ts'
import { hasResponse } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHead } from '../page-head.tsx'
import type { Route } from './+types/order.route.ts'
import { loadOrder, orderAccess } from './load-order.ts'
import { orderAction } from './order-action.ts'
import { OrderDetails } from './order-details.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { ShopperOrder } from '#contract/orders/order.ts'
import { useEffect, useState } from 'react'

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  loadOrder(context, orderAccess(params.number, new URL(request.url).searchParams))

export const action = ({ context, params, request }: Route.ActionArgs) =>
  orderAction(context, orderAccess(params.number, new URL(request.url).searchParams))

/** One order. It opens by account, by the browser that placed it, or by the link in the email. */
export default function Order({ params, loaderData, actionData }: Route.ComponentProps) {
  usePersonalData(loaderData?.personal)
  const [search] = useSearchParams()
  const access = orderAccess(params.number, search)
  const { hasPaid, isChecking } = usePaymentReturn(access)
  const { data: order, error, refetch } = useOrder(access, { poll: hasPaid })
  const isNew = useIsNew() || search.has('placed') || hasPaid
  useAddressWithoutToken(order)
  return (
    <div className="page-width min-h-dvh py-8 lg:py-14">
      <PageHead title={order ? `Order ${order.serial}` : 'Your order'} noindex />
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
              refused={actionData && 'message' in actionData ? actionData : undefined}
              paymentUrl={actionData && 'paymentUrl' in actionData ? actionData.paymentUrl : undefined}
            />
          </>
        ) : ((error && hasResponse(error)) || (!order && loaderData?.isMissing)) && !isChecking ? (
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

/** Whether the checkout has just opened this page. Not after a reload, because the server cannot know. */
function useIsNew(): boolean {
  const state: unknown = useLocation().state
  const isReload = useNavigationType() === 'POP'
  return !isReload && typeof state === 'object' && state !== null && 'placed' in state
}

/** An account opens its orders without the token, which would stay in the history of a shared computer. */
function useAddressWithoutToken(order: ShopperOrder | undefined) {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: unknown }
  const isNeedless = order?.isOfAccount === true && search.includes('accessToken=')
  const address = order && links.order(order.number)
  useEffect(() => {
    if (isNeedless && address) void navigate(address, { replace: true, state, preventScrollReset: true })
  }, [isNeedless, address, navigate, state])
}

function NotFound() {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      icon="package"
      title="We can’t show this order"
      text="Ordered with an account? Sign in to it. Ordered as a guest? Find your order by its number and your email address."
    >
      <LinkButton kind="primary" to={links.login(pathname + search)}>
        Sign in
      </LinkButton>
      <LinkButton to={links.findOrder()}>Find your order</LinkButton>
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
  const [search, setSearch] = useSearchParams()
  const { mutate, isPending: isChecking } = useRefreshOrder(access)
  const returned = search.get('paid')
  const [hasPaid] = useState(returned === '1')
  useEffect(() => {
    if (returned === null) return
    mutate()
    const withoutPaid = (params: URLSearchParams) => {
      const rest = new URLSearchParams(params)
      rest.delete('paid')
      return rest
    }
    setSearch(withoutPaid, { replace: true, preventScrollReset: true })
  }, [returned, mutate, setSearch])
  return { hasPaid, isChecking }
}
