import { useId } from 'react'
import { links } from '#contract/links.ts'
import { useCartSummary } from '../../data/cart.ts'
import { useShop } from '../../data/shop.ts'
import { money } from '../../lib/format/money.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PriceDetails } from '../totals/price-details.tsx'
import { Totals } from '../totals/totals.tsx'

/** The totals of the cart, as the server computes them. They look faded while a change is pending. */
export function OrderSummary({ changing }: { changing: boolean }) {
  const shop = useShop()
  const id = useId()
  const { data: summary, isError, refetch } = useCartSummary()
  const amount = (value: number | undefined) => (value === undefined ? '' : money(value, shop))
  const missing = summary?.freeshippingfrom
    ? summary.freeshippingfrom - (summary.subtotal - summary.discount)
    : 0
  return (
    <section
      aria-labelledby={id}
      className="mt-10 rounded-xs bg-card p-6 lg:sticky lg:top-[calc(var(--spacing-bar)+2rem)] lg:mt-0"
    >
      <h2 id={id} className="font-display text-2xl">
        Order Summary
      </h2>
      <div className="mt-5">
        <Totals totals={summary} format={shop} busy={changing} />
        {summary && summary.lines.length > 0 && (
          <PriceDetails lines={summary.lines} totals={summary} format={shop} />
        )}
      </div>
      {summary && summary.freeshippingfrom !== null && (
        <p className="mt-4 text-sm text-quiet">
          {missing > 0
            ? `You’re ${amount(missing)} away from free shipping.`
            : 'You’ve unlocked free shipping.'}
        </p>
      )}
      {isError && (
        <div role="alert" className="mt-4">
          <p className="text-danger">We couldn’t calculate your total.</p>
          <Button kind="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {summary?.quantity === 0 ? (
        <p className="mt-6 text-quiet">None of the items in your cart are available right now.</p>
      ) : (
        <LinkButton to={links.checkout()} kind="primary" className="mt-6 w-full">
          Proceed To Billing Address
        </LinkButton>
      )}
    </section>
  )
}
