import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { CreditEntry } from '#contract/credit/gift-card.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { exactMoney } from '#web/lib/format/money.ts'
import { entryLabels } from './gift-card-labels.ts'

/** What has changed a balance, newest first. */
export function CreditHistory({ entries, currency }: { entries: readonly CreditEntry[]; currency: string }) {
  const shop = useShop()
  const amountText = (amount: number) =>
    `${amount < 0 ? '−' : '+'}${exactMoney(Math.abs(amount), { ...shop, currency })}`
  if (entries.length === 0) return <p className="mt-4 text-quiet">Nothing has changed the balance yet.</p>
  return (
    <ul aria-label="History" className="mt-4 divide-y divide-line">
      {entries.map(({ id, kind, amount, order, orderSerial, reason, who, at }) => (
        <li key={id} className="py-2.5">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0">
              {entryLabels[kind]}
              {order && (
                <>
                  {' · '}
                  <Link
                    to={dashboardLinks.order(order)}
                    className="underline underline-offset-4 hover:decoration-2"
                  >
                    Order {orderSerial}
                  </Link>
                </>
              )}
            </span>
            <span className="tabular">{amountText(amount)}</span>
          </p>
          <p className="mt-0.5 text-sm text-quiet wrap-anywhere">
            {who}, {formatDateTime(at, shop)}
            {reason && `: ${reason}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
