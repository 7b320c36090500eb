import type { OrderTotals } from '#contract/orders/order-totals.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'

interface TotalsChangeProps {
  before: OrderTotals
  after: OrderTotals
  format: MoneyFormat
  /** The amounts are of an earlier input. */
  isStale: boolean
}

/** The steps of the total before and after a change of the items. */
export function TotalsChange({ before, after, format, isStale }: TotalsChangeProps) {
  const rows = [
    ['Subtotal', before.subtotal - before.discount, after.subtotal - after.discount],
    ['Discount', -before.coupon, -after.coupon],
    ['Delivery', before.shipping - before.cashfee, after.shipping - after.cashfee],
    ['Cash on delivery fee', before.cashfee, after.cashfee],
    [after.taxincluded ? `${after.taxname}, included` : after.taxname, before.tax, after.tax],
    ['Total', before.total, after.total],
  ] as const
  const amount = (value: number) => exactMoney(value, format).replace('-', '−')
  return (
    <table
      aria-busy={isStale}
      className="w-full max-w-md tabular transition-opacity duration-150 aria-busy:opacity-50 motion-reduce:transition-none"
    >
      <thead>
        <tr className="text-sm text-quiet">
          <th className="text-left font-normal">
            <span className="sr-only">Step</span>
          </th>
          <th className="pl-4 text-right font-normal">Now</th>
          <th className="pl-4 text-right font-normal">New</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([, was, becomes]) => was !== 0 || becomes !== 0)
          .map(([name, was, becomes]) => (
            <tr
              key={name}
              className={name === 'Total' ? 'border-t border-line *:font-medium' : '*:font-normal'}
            >
              <th scope="row" className="py-1 text-left">
                {name}
              </th>
              <td className="py-1 pl-4 text-right whitespace-nowrap text-quiet">{amount(was)}</td>
              <td className="py-1 pl-4 text-right whitespace-nowrap">{amount(becomes)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
