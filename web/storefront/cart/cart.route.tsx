import { links } from '#contract/links.ts'
import { useCart } from '../../data/cart.ts'
import { FailedState } from '../../ui/feedback/failed-state.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { PageHead } from '../page-head.tsx'
import { CartList } from './cart-list.tsx'

export default function Cart() {
  const { lines, changing, isError, refetch } = useCart()
  return (
    <div className="page-width min-h-dvh py-10 lg:py-16">
      <PageHead title="Cart" path={links.cart()} noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        Cart
      </h1>
      <NeedsScript action="use the cart" />
      <div className="mt-8 noscript:hidden lg:mt-10">
        {lines ? (
          <CartList lines={lines} changing={changing} />
        ) : isError ? (
          <FailedState text="We couldn’t load your cart." onRetry={() => void refetch()} />
        ) : (
          <CartSkeleton />
        )}
      </div>
    </div>
  )
}

/** A placeholder in the size of a cart. */
function CartSkeleton() {
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
      <div>
        {[0, 1].map((row) => (
          <div key={row} className="flex gap-4 border-t border-line py-6 sm:gap-6">
            <div className="size-24 shrink-0 rounded-xs bg-ground sm:size-32" />
            <div className="grow space-y-3 pt-1">
              {row === 0 ? (
                <p role="status" className="h-5 text-quiet">
                  Loading...
                </p>
              ) : (
                <div className="h-5 w-2/3 rounded-xs bg-ground" />
              )}
              <div className="h-5 w-1/4 rounded-xs bg-ground" />
              <div className="h-12 w-36 rounded-xs bg-ground" />
            </div>
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-10 h-96 rounded-xs bg-ground lg:mt-0" />
    </div>
  )
}
