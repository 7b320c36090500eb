import { Link } from 'react-router'
import type { StockMovement } from '#contract/stock.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

const kinds: Record<StockMovement['kind'], string> = {
  received: 'Received',
  reserved: 'Put aside for an order',
  released: 'Given back',
  sold: 'Sold',
  returned: 'Returned',
  corrected: 'Corrected',
}

const heads = ['When', 'What', 'On hand', 'Available', 'Why', 'Who'] as const

/** Entries of the ledger, the newest first: what changed, what was there then, and why. */
export function LedgerTable({ movements }: { movements: readonly StockMovement[] }) {
  const shop = useShop()
  if (movements.length === 0)
    return <EmptyState icon="parcel" title="Nothing came or went yet" text="Receive goods to begin with." />
  return (
    <div className="@container">
      <table className="w-full border-collapse cards:block">
        <caption className="sr-only">Ledger</caption>
        <thead className="sticky top-0 z-10 bg-page cards:sr-only">
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={`border-b border-line px-3 py-2 text-sm font-medium text-quiet ${figures.has(head) ? 'text-right' : 'text-left'}`}
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
                  {momentOf(movement.created_at, shop)}
                </time>
              </Cell>
              <Cell head="What">{kinds[movement.kind]}</Cell>
              <Cell head="On hand">
                <Change by={movement.on_hand_change} to={movement.on_hand} locale={shop.locale} />
              </Cell>
              <Cell head="Available">
                <Change by={movement.available_change} to={movement.available} locale={shop.locale} />
              </Cell>
              <Cell head="Why">
                <Why movement={movement} />
              </Cell>
              <Cell head="Who">{movement.actor}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const figures = new Set<string>(['On hand', 'Available'])

function Cell({ head, children }: { head: (typeof heads)[number]; children: React.ReactNode }) {
  return (
    <td
      data-label={head}
      className={`px-3 py-2 cards:flex cards:items-center cards:justify-between cards:gap-4 cards:px-0 cards:py-1 cards:text-right cards:before:text-left cards:before:text-sm cards:before:text-quiet cards:before:content-[attr(data-label)] ${figures.has(head) ? 'text-right tabular' : ''}`}
    >
      {children}
    </td>
  )
}

/** "+5 → 12"; what did not change is said quietly. */
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

/** A reference that looks like the number of an order leads there. */
function Why({ movement: { reason, reference } }: { movement: StockMovement }) {
  const isOrder = reference !== null && /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(reference)
  return (
    <span className="wrap-anywhere">
      {reason}
      {reason && reference && ' · '}
      {isOrder ? (
        <Link to={`/dashboard/orders/${reference}`} className="underline underline-offset-4">
          Order {reference}
        </Link>
      ) : (
        reference
      )}
      {!reason && !reference && '–'}
    </span>
  )
}
