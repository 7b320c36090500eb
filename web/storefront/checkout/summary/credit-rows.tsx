import type { Checkout } from '#contract/orders/checkout.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'

/** What gift cards and store credit pay, below the total, and what is left to pay. */
export function CreditRows({ credit, format }: { credit: Checkout['credit']; format: MoneyFormat }) {
  const { cards, storeCredit, covers, rest } = credit
  if (covers === 0) return null
  const rows = [
    ...cards.map(({ pass, ending, covers: amount }) => ({
      key: pass,
      name: `Gift card •••• ${ending}`,
      amount,
    })),
    { key: 'store', name: 'Store credit', amount: storeCredit?.covers ?? 0 },
  ].filter(({ amount }) => amount > 0)
  return (
    <dl className="mt-3 grid gap-3 tabular">
      {rows.map(({ key, name, amount }) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-4">
          <dt className="min-w-0 text-quiet">{name}</dt>
          <dd className="whitespace-nowrap">−{exactMoney(amount, format)}</dd>
        </div>
      ))}
      <div className="flex flex-wrap justify-between gap-x-4 font-medium">
        <dt>Left to pay</dt>
        <dd className="whitespace-nowrap">{exactMoney(rest, format)}</dd>
      </div>
    </dl>
  )
}
