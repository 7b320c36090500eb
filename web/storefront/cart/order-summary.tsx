import { useId } from 'react'
import { links } from '#contract/links.ts'
import { useCartSummary } from '../../data/cart.ts'
import { useShop } from '../../data/shop.ts'
import { money } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { HowComputed } from '../totals/how-computed.tsx'
import { Totals } from '../totals/totals.tsx'

/** What the cart costs, as the server computes it; pale while a change is on its way. */
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
          <HowComputed lines={summary.lines} totals={summary} format={shop} />
        )}
      </div>
      {summary && summary.freeshippingfrom !== null && (
        <p className="mt-4 text-sm text-quiet">
          {missing > 0
            ? `Free shipping from ${amount(summary.freeshippingfrom)}: ${amount(missing)} to go.`
            : `Free shipping from ${amount(summary.freeshippingfrom)}.`}
        </p>
      )}
      {isError && (
        <div role="alert" className="mt-4">
          <p className="text-danger">The total cannot be shown right now.</p>
          <Button kind="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {summary?.pieces === 0 ? (
        <p className="mt-6 text-quiet">Nothing in your cart can be ordered at the moment.</p>
      ) : (
        <LinkButton to={links.checkout()} kind="primary" className="mt-6 w-full">
          Proceed To Billing Address
        </LinkButton>
      )}
    </section>
  )
}
