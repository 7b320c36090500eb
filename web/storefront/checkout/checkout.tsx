import { useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { links } from '#contract/links.ts'
import { useAddresses } from '../../data/addresses.ts'
import { useCheckout } from '../../data/checkout.ts'
import { wasAnswered } from '../../data/personal-change.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { destinationOf } from './checkout-body.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { chosenAddress } from './chosen-address.ts'
import { Unsettled } from './unsettled.tsx'
import { useDraft } from './use-draft.ts'
import { usePlacing } from './use-placing.ts'
import type { WantedItem } from './wanted-item.ts'

interface CheckoutProps {
  /** Null: a guest. */
  user: CurrentUser | null
  item: WantedItem | undefined
}

/** The checkout of who is here now: its form, or what stands in its place. */
export function Checkout({ user, item }: CheckoutProps) {
  const userId = user?.id ?? null
  const draft = useDraft(userId)
  const placing = usePlacing(userId)
  const addresses = useAddresses(user !== null)
  const [refusal, setRefusal] = useState('')
  const { fields } = draft
  const list = addresses.data ?? []
  const { saved } = chosenAddress(
    list,
    fields,
    list.map(({ country }) => country),
  )
  const wishes = {
    items: item && JSON.stringify([item]),
    ...destinationOf(fields, saved),
    shippingMethod: fields['shippingMethod'],
    coupon: fields['coupon'],
  }
  // As text: what is the same is not asked for again.
  const asked = useDebounced(JSON.stringify(wishes), 200)
  const checkout = useCheckout(JSON.parse(asked) as typeof wishes)
  const { unsettled } = placing

  if (unsettled) {
    return (
      <Unsettled
        onRetry={() => placing.retry(unsettled)}
        onBack={placing.settle}
        onRefused={(message) => {
          setRefusal(message)
          placing.settle()
        }}
      />
    )
  }
  const { data, error, refetch } = checkout
  if (!data && error) {
    return wasAnswered(error) ? (
      <NotToBeHad message={error.message} />
    ) : (
      <FailedState text="The checkout cannot be shown right now." onRetry={() => void refetch()} />
    )
  }
  if (!data || (user && addresses.isPending)) return <Waiting />
  if (data.lines.length === 0) return <NothingToOrder />
  return (
    <CheckoutForm
      user={user}
      item={item}
      addresses={list}
      draft={draft}
      place={placing.place}
      refusal={refusal}
      checkout={data}
      busy={checkout.isFetching || asked !== JSON.stringify(wishes)}
      error={error}
      refresh={async () => (await refetch()).data}
    />
  )
}

function Waiting() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <CheckoutSkeleton />
    </>
  )
}

function NothingToOrder() {
  return (
    <EmptyState
      icon="bag"
      title="Your cart is empty"
      text="Put something into it, and come back here to order."
    >
      <LinkButton to={links.products()} kind="primary">
        See all products
      </LinkButton>
    </EmptyState>
  )
}

function NotToBeHad({ message }: { message: string }) {
  return (
    <EmptyState icon="bag" title="This cannot be ordered" text={message}>
      <LinkButton to={links.products()} kind="primary">
        See all products
      </LinkButton>
      <LinkButton to={links.cart()}>To the cart</LinkButton>
    </EmptyState>
  )
}
