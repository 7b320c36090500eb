import { links } from '#contract/links.ts'
import { useCart } from '../../data/cart.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { NeedsScript } from '../needs-script.tsx'
import { PageHead } from '../page-head.tsx'
import { CartList } from './cart-list.tsx'
import { CartSkeleton } from './cart-skeleton.tsx'

export default function Cart() {
  const { lines, changing, isError, refetch } = useCart()
  return (
    <div className="page-width min-h-dvh py-10 lg:py-16">
      <PageHead title="Cart" path={links.cart()} noindex />
      <h1 tabIndex={-1} className="font-display text-display">
        Cart
      </h1>
      <NeedsScript what="The cart" />
      <div className="mt-8 noscript:hidden lg:mt-10">
        {lines ? (
          <CartList lines={lines} changing={changing} />
        ) : isError ? (
          <FailedState text="Your cart cannot be shown right now." onRetry={() => void refetch()} />
        ) : (
          <CartSkeleton />
        )}
      </div>
    </div>
  )
}
