import { useId } from 'react'
import type { DeliveryEstimate } from '#contract/orders/delivery/delivery.ts'
import { useDelivery } from '#web/data/delivery.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PriceDetails } from '../totals/price-details.tsx'
import { Totals } from '../totals/totals.tsx'
import { checkoutWithCoupon } from './coupon-code.ts'
import { CartCoupon } from './cart-coupon.tsx'
import { useCartTotals } from './use-cart-totals.ts'

/** The totals of the cart, as the server computes them. They look faded while a change is pending. */
export function OrderSummary({ changing, delivery }: { changing: boolean; delivery: DeliveryEstimate }) {
  const shop = useShop()
  const id = useId()
  const { data: summary, isError, refetch, code, coupon, couponError } = useCartTotals()
  const applied = coupon?.problem === null ? coupon.code : ''
  const amount = (value: number | undefined) => (value === undefined ? '' : money(value, shop))
  const { estimate } = useDelivery({}, delivery)
  const goods = summary ? summary.subtotal - summary.discount : 0
  // Until the totals arrive, the estimate tells whether to keep the room.
  const freeFrom = (summary ? summary.freeshippingfrom : estimate.methods[0]?.freeFrom) ?? 0
  return (
    <section
      aria-labelledby={id}
      className="mt-10 rounded-xs bg-card p-6 lg:sticky lg:top-[calc(var(--spacing-bar)+2rem)] lg:mt-0"
    >
      <h2 id={id} className="font-display text-2xl">
        Order Summary
      </h2>
      <div className="mt-5">
        <Totals totals={summary} format={shop} coupon={applied} busy={changing} />
        {summary && summary.lines.length > 0 && (
          <PriceDetails lines={summary.lines} totals={summary} format={shop} />
        )}
        {/* The room of the closed details. */}
        {!summary && <div className="mt-4 h-8" />}
      </div>
      {freeFrom > 0 && (
        <div className={`mt-4 text-sm ${summary ? '' : 'invisible'}`}>
          <label htmlFor={`${id}-free`}>
            {goods < freeFrom
              ? `You’re ${amount(freeFrom - goods)} away from free shipping.`
              : 'You’ve unlocked free shipping.'}
          </label>
          <progress
            id={`${id}-free`}
            max={freeFrom}
            value={Math.min(goods, freeFrom)}
            className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line forced-colors:appearance-auto [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-success"
          />
        </div>
      )}
      <CartCoupon code={code} coupon={coupon} error={couponError} />
      <Arrival estimate={estimate} />
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
        <LinkButton href={checkoutWithCoupon(applied)} kind="primary" className="mt-6 w-full">
          Proceed To Billing Address
        </LinkButton>
      )}
    </section>
  )
}

/** When an order placed now arrives. The lines are kept free for a remembered place, which is known after the page. */
function Arrival({ estimate: { methods, pincode, city } }: { estimate: DeliveryEstimate }) {
  const [standard] = methods
  if (!standard) return null
  return (
    <p className="mt-4 flex min-h-11 items-start gap-3 text-sm">
      <Icon name="package" className="size-5 text-quiet" />
      <span>
        Arrives {standard.arrival.text}
        {pincode && <span className="block text-quiet">{`To ${city} ${pincode}`.replace('  ', ' ')}</span>}
      </span>
    </p>
  )
}
