import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { StockMovement } from '#contract/stock/stock.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

const kindLabels: Record<StockMovement['kind'], string> = {
  received: 'Received',
  reserved: 'Reserved for an order',
  released: 'Released',
  sold: 'Sold',
  returned: 'Returned',
  corrected: 'Corrected',
}

const headings = ['When', 'Movement', 'On hand', 'Available', 'Reason', 'Person'] as const

/** Stock movements, newest first: the change, the stock after it, and the reason. */
export function LedgerTable({ movements }: { movements: readonly StockMovement[] }) {
  const shop = useShop()
  if (movements.length === 0)
    return <EmptyState icon="package" title="No stock movements yet" text="Receive goods to start." />
  return (
    <div className="@container">
      <table className="w-full border-collapse cards:block">
        <caption className="sr-only">Stock history</caption>
        <thead className="sticky top-0 z-10 bg-page cards:sr-only">
          <tr>
            {headings.map((head) => (
              <th
                key={head}
                scope="col"
                className={`border-b border-line px-3 py-2 text-sm font-medium text-quiet ${numeric.has(head) ? 'text-right' : 'text-left'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="cards:grid cards:gap-3">
          {movements.map((movement) => (
            <tr
              key={movement.id}
              className="border-b border-line hover:bg-card cards:block cards:rounded-xs cards:border cards:bg-card cards:p-3"
            >
              <Cell head="When">
                <time dateTime={movement.created_at} className="whitespace-nowrap">
                  {formatDateTime(movement.created_at, shop)}
                </time>
              </Cell>
              <Cell head="Movement">{kindLabels[movement.kind]}</Cell>
              <Cell head="On hand">
                <Change by={movement.on_hand_change} to={movement.on_hand} locale={shop.locale} />
              </Cell>
              <Cell head="Available">
                <Change by={movement.available_change} to={movement.available} locale={shop.locale} />
              </Cell>
              <Cell head="Reason">
                <Reason movement={movement} />
              </Cell>
              <Cell head="Person">{movement.actor}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const numeric = new Set<string>(['On hand', 'Available'])

function Cell({ head, children }: { head: (typeof headings)[number]; children: React.ReactNode }) {
  return (
    <td
      data-label={head}
      className={`px-3 py-2 cards:flex cards:items-center cards:justify-between cards:gap-4 cards:px-0 cards:py-1 cards:text-right cards:before:text-left cards:before:text-sm cards:before:text-quiet cards:before:content-[attr(data-label)] ${numeric.has(head) ? 'text-right tabular' : ''}`}
    >
      {children}
    </td>
  )
}

/** "+5 → 12", or the unchanged number in grey. */
function Change({ by, to, locale }: { by: number; to: number; locale: string }) {
  const number = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
  const after = new Intl.NumberFormat(locale).format(to)
  if (by === 0) return <span className="text-quiet">{after}</span>
  return (
    <span className="whitespace-nowrap">
      <span className={by < 0 ? 'text-danger' : ''}>{number.format(by)}</span> → {after}
    </span>
  )
}

/** The reason with its reference; an order number is a link. */
function Reason({ movement: { reason, reference, isDraft } }: { movement: StockMovement }) {
  const isOrder = reference !== null && /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(reference)
  return (
    <span className="wrap-anywhere">
      {reason}
      {reason && reference && ' · '}
      {isOrder ? (
        <Link
          to={isDraft ? dashboardLinks.orderDraft(reference) : dashboardLinks.order(reference)}
          className="underline underline-offset-4"
        >
          {isDraft ? 'Draft' : 'Order'} {reference}
        </Link>
      ) : (
        reference
      )}
      {!reason && !reference && '–'}
    </span>
  )
}
