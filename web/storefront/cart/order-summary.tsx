import { useId, type ReactNode } from 'react'
import { links } from '#contract/links.ts'
import { useCartSummary } from '../../data/cart.ts'
import { useShop } from '../../data/shop.ts'
import { money } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

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
      <dl
        aria-busy={changing || !summary}
        className="mt-5 grid gap-3 tabular transition-opacity duration-150 aria-busy:opacity-50 motion-reduce:transition-none"
      >
        <Row name="Sub total">{amount(summary?.subtotal)}</Row>
        {summary && summary.discount > 0 && <Row name="Discount">−{amount(summary.discount)}</Row>}
        <Row name="Shipping">{summary?.shipping === 0 ? 'Free' : amount(summary?.shipping)}</Row>
        <Row name={summary?.taxincluded === false ? 'Tax' : 'Tax (included)'}>{amount(summary?.tax)}</Row>
        <div className="flex justify-between gap-4 border-t border-line pt-4 text-xl font-medium">
          <dt>Total</dt>
          <dd>{amount(summary?.total)}</dd>
        </div>
      </dl>
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

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 justify-between gap-4">
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
