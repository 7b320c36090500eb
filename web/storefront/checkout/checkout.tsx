import { useState } from 'react'
import type { CurrentUser } from '#contract/identity/auth.ts'
import { links } from '#contract/links.ts'
import { usePageQuery } from '#web/data/page.ts'
import { couponFields } from '../cart/coupon-code.ts'
import { useAddresses } from '#web/data/account/addresses.ts'
import { readCheckout, useCheckout } from '#web/data/checkout/checkout.ts'
import { hasResponse } from '#web/lib/api.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailedState } from '#web/ui/feedback/failed-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import type { CheckoutPage } from './checkout-page-data.ts'
import { checkoutQuery } from './checkout-query.ts'
import { PendingOrder } from './pending-order.tsx'
import { useDraft } from './use-draft.ts'
import { usePlaceOrder } from './use-place-order.ts'
import type { BuyNowItem } from './buy-now-item.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

const DEBOUNCE_MS = 200

interface CheckoutProps {
  /** Null for guests. */
  user: CurrentUser | null
  item: BuyNowItem | undefined
  /** The checkout of an agent that the order completes. */
  session: string | undefined
  /** What the server has rendered, until the shopper opens the checkout again. */
  page: CheckoutPage | undefined
  /** The refused form, if the browser has sent it by itself. */
  refused: RefusedForm | undefined
}

/** The checkout: its form, a pending order, or a message. */
export function Checkout({ user, item, session, page, refused }: CheckoutProps) {
  const userId = user?.id ?? null
  const draft = useDraft(userId, page, couponFields(usePageQuery()))
  const { pending, ...order } = usePlaceOrder(userId, page?.key)
  const addresses = useAddresses(user !== null)
  const [refusal, setRefusal] = useState('')
  const { fields } = draft
  const list = addresses.data ?? []
  const query = checkoutQuery(fields, { addresses: list, item })
  // Compared as text, so that an equal query is not repeated.
  const queryText = JSON.stringify(query)
  const debouncedText = useDebounced(queryText, DEBOUNCE_MS)
  const checkout = useCheckout(JSON.parse(debouncedText) as typeof query)

  if (pending) {
    return (
      <PendingOrder
        onRetry={() => order.retry(pending)}
        onBack={order.dismiss}
        onRefused={(message) => {
          setRefusal(message)
          order.dismiss()
        }}
      />
    )
  }
  const { data, error, refetch } = checkout
  if (!data && page?.problem) return <UnavailableItem message={page.problem} />
  if (!data && error) {
    return hasResponse(error) ? (
      <UnavailableItem message={error.message} />
    ) : (
      <FailedState text="We couldn’t load checkout." onRetry={() => void refetch()} />
    )
  }
  if (!data || (user && addresses.isPending)) return <LoadingCheckout />
  if (data.lines.length === 0) return <EmptyCheckout />
  return (
    <CheckoutForm
      user={user}
      item={item}
      session={session}
      addresses={list}
      draft={draft}
      place={order.place}
      refused={refusal ? { message: refusal, issues: [], values: {} } : refused}
      formKey={page?.key}
      checkout={data}
      busy={checkout.isPlaceholderData || debouncedText !== queryText}
      error={error}
      refresh={async () => (await refetch()).data}
      quoteWith={(coupon) => readCheckout({ ...query, coupon })}
    />
  )
}

function LoadingCheckout() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <CheckoutSkeleton />
    </>
  )
}

function EmptyCheckout() {
  return (
    <EmptyState icon="bag" title="Your cart is empty" text="Add something to your cart to check out.">
      <LinkButton href={links.products()} kind="primary">
        See all products
      </LinkButton>
    </EmptyState>
  )
}

function UnavailableItem({ message }: { message: string }) {
  return (
    <EmptyState icon="bag" title="This item isn’t available" text={message}>
      <LinkButton href={links.products()} kind="primary">
        See all products
      </LinkButton>
      <LinkButton href={links.cart()}>Go to cart</LinkButton>
    </EmptyState>
  )
}

/** A placeholder in the size of the checkout. */
export function CheckoutSkeleton() {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <div className="grid gap-6">
        <Skeleton className="h-16" />
        <Skeleton className="h-64" />
        <Skeleton className="h-[36rem]" />
      </div>
      <Skeleton className="hidden h-96 lg:block" />
    </div>
  )
}
