import type { Checkout } from '#contract/orders/checkout.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'

/** The deposit of a checkout that is paid in cash; null: there is none. */
export const depositDue = ({ paymentMethod, deposit }: Checkout): Checkout['deposit'] =>
  paymentMethod === 'cod' ? deposit : null

/** What is paid now and what on delivery, below the total. */
export function DepositRows({ deposit, format }: { deposit: Checkout['deposit']; format: MoneyFormat }) {
  if (!deposit) return null
  return (
    <dl className="mt-3 grid gap-3 font-medium tabular">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt>Deposit, paid now</dt>
        <dd className="whitespace-nowrap">{exactMoney(deposit.amount, format)}</dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt>Due on delivery</dt>
        <dd className="whitespace-nowrap">{exactMoney(deposit.rest, format)}</dd>
      </div>
    </dl>
  )
}
