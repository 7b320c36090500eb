import { useState } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { OrderToPack } from '#contract/orders/packing.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Ago } from '../ago.tsx'
import { ordersText } from '../orders/order-labels.ts'
import { DocumentLinks } from './document-links.tsx'
import { TrackingDialog } from './tracking/tracking-dialog.tsx'

interface PackingListProps {
  /** The oldest orders to ship. */
  orders: readonly OrderToPack[]
  /** The number of all orders to ship. */
  total: number
  /** Whether a filter is set. */
  narrowed: boolean
  onPack(orders: readonly OrderToPack[]): void
}

/** The orders to ship, to select, print, and pack. */
export function PackingList({ orders, total, narrowed, onPack }: PackingListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isTracking, setTracking] = useState(false)
  // Orders that have shipped since are no longer on the list.
  const selected = orders.filter(({ number }) => chosen.has(number))
  if (total === 0)
    return (
      <EmptyState
        icon="package"
        title="Nothing to ship"
        text={narrowed ? 'No order to ship matches the filter.' : 'Orders to pack will appear here.'}
      >
        <LinkButton href={narrowed ? dashboardLinks.packing() : dashboardLinks.orders()}>
          {narrowed ? 'Show all orders to ship' : 'View all orders'}
        </LinkButton>
      </EmptyState>
    )
  const isAll = selected.length === orders.length
  const toggle = (number: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(number)
    else next.delete(number)
    setChosen(next)
  }
  return (
    <>
      <label className="flex min-h-9 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isAll}
          onChange={({ target }) =>
            setChosen(new Set(target.checked ? orders.map(({ number }) => number) : []))
          }
          className="size-5 cursor-pointer accent-ink"
        />
        <span>
          Select all{' '}
          <span className="text-quiet" role="status">
            {total > orders.length
              ? `(the oldest ${orders.length} of ${total} to ship)`
              : `(${total} to ship)`}
          </span>
        </span>
      </label>
      <ul className="divide-y divide-line border-y border-line bg-card">
        {orders.map((order) => (
          <OrderRow
            key={order.number}
            order={order}
            checked={chosen.has(order.number)}
            onCheck={(on) => toggle(order.number, on)}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-page py-3">
        {selected.length > 0 ? (
          <>
            <Button onClick={() => onPack(selected)}>Pack {ordersText(selected.length)}</Button>
            <DocumentLinks orders={selected} />
          </>
        ) : (
          <p className="text-quiet">Select orders to pack.</p>
        )}
        <Button kind="quiet" onClick={() => setTracking(true)}>
          Paste tracking numbers
        </Button>
      </div>
      {isTracking && <TrackingDialog orders={orders} onClose={() => setTracking(false)} />}
    </>
  )
}

interface OrderRowProps {
  order: OrderToPack
  checked: boolean
  onCheck(checked: boolean): void
}

function OrderRow({ order, checked, onCheck }: OrderRowProps) {
  const { number, serial, customer, city, quantity, productnames, placedAt, shippingName } = order
  return (
    <li className="flex gap-3 px-3 py-1.5">
      <input
        type="checkbox"
        aria-label={`Select order ${serial} of ${customer}`}
        checked={checked}
        onChange={({ target }) => onCheck(target.checked)}
        className="mt-1.5 size-5 shrink-0 cursor-pointer accent-ink"
      />
      <div className="grid min-w-0 grow gap-x-6 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)_10rem] lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,2fr)_15rem]">
        <Link
          to={dashboardLinks.order(number)}
          className="inline-flex min-h-8 items-center font-medium tabular underline underline-offset-4 hover:decoration-2"
        >
          {serial}
        </Link>
        <p className="min-w-0 wrap-anywhere sm:py-1">
          {customer}, {city}
        </p>
        <p className="min-w-0 text-sm text-quiet wrap-anywhere sm:py-1.5">
          {quantity === 1 ? '1 item' : `${quantity} items`}: {productnames.join(', ')}
          {order.isPartlyShipped && ' (the rest)'}
          {order.waitingforstock > 0 && (
            <strong className="font-medium text-warning">
              {` · ${order.waitingforstock} of ${quantity} ${order.waitingforstock === 1 ? 'waits' : 'wait'} for stock`}
            </strong>
          )}
        </p>
        <p className="text-sm text-quiet sm:py-1.5 sm:text-right">
          {shippingName}, <Ago time={placedAt} />
          {order.source && `, ${order.source}`}
        </p>
      </div>
    </li>
  )
}
