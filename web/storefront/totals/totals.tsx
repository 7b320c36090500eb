import type { ReactNode } from 'react'
import type { OrderTotals } from '#contract/orders/order-totals.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'

interface TotalsProps {
  /** Undefined while loading; the rows keep their size. */
  totals: OrderTotals | undefined
  format: MoneyFormat
  coupon?: string | null | undefined
  /** Why staff gave a discount in place of a coupon. */
  discountReason?: string
  /** Fades the amounts while a change is pending. */
  busy?: boolean
}

/** The totals of a cart or an order. The subtotal is the sum of the lines as they are shown: at the prices after offers. */
export function Totals({ totals, format, coupon, discountReason, busy }: TotalsProps) {
  const amount = (value: number | undefined) => (value === undefined ? '' : exactMoney(value, format))
  const delivery = totals && totals.shipping - totals.cashfee
  const saved = totals ? totals.discount + totals.coupon : 0
  return (
    <dl
      aria-busy={busy === true || !totals}
      className="grid gap-3 tabular transition-opacity duration-150 aria-busy:opacity-50 motion-reduce:transition-none"
    >
      <Row name="Subtotal">{amount(totals && totals.subtotal - totals.discount)}</Row>
      {totals && totals.coupon > 0 && (
        <Row name={discountReason ? `Discount: ${discountReason}` : coupon ? `Coupon ${coupon}` : 'Coupon'}>
          −{amount(totals.coupon)}
        </Row>
      )}
      <Row name="Shipping">{delivery === 0 ? 'Free' : amount(delivery)}</Row>
      {totals && totals.cashfee > 0 && <Row name="Cash on delivery fee">{amount(totals.cashfee)}</Row>}
      <Row name={totals?.taxincluded === false ? 'Tax' : 'Tax (included)'}>{amount(totals?.tax)}</Row>
      <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-4 text-xl font-medium">
        <dt>Total</dt>
        <dd data-total className="whitespace-nowrap">
          {amount(totals?.total)}
        </dd>
      </div>
      {saved > 0 && (
        <div className="flex flex-wrap justify-between gap-x-4 font-medium text-success">
          <dt>You save</dt>
          <dd className="whitespace-nowrap">{amount(saved)}</dd>
        </div>
      )}
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap justify-between gap-x-4">
      <dt className="min-w-0 text-quiet wrap-anywhere">{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}
