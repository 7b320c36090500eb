import type { DateFormat } from '#web/lib/format/dates.ts'
import type { AdminOrderRow } from '#contract/orders/admin-order.ts'
import { money } from '#web/lib/format/money.ts'
import { Ago } from '#web/dashboard/ago.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { StatusBadge } from '../status-badge.tsx'
import { RowLink } from '#web/dashboard/list-page/row-link.tsx'

export function orderColumns(clock: DateFormat): Column<AdminOrderRow>[] {
  const { locale } = clock
  return [
    {
      id: 'number',
      name: 'Order',
      cell: ({ number, serial }) => (
        <RowLink
          to={dashboardLinks.order(number)}
          className="inline-flex min-h-8 items-center whitespace-nowrap tabular"
        >
          {serial}
        </RowLink>
      ),
    },
    {
      id: 'placed',
      name: 'Placed',
      sort: ['newest', 'oldest'],
      cell: ({ placedAt }) => <Ago time={placedAt} />,
    },
    {
      id: 'customer',
      name: 'Customer',
      cell: ({ customer, email }) => (
        <span className="min-w-0 cards:text-right wrap-anywhere">
          {customer} <span className="text-sm text-quiet">{email}</span>
        </span>
      ),
    },
    {
      id: 'products',
      name: 'Products',
      optional: true,
      cell: (order) => <Products order={order} />,
    },
    {
      id: 'total',
      name: 'Total',
      sort: ['total_desc', 'total'],
      align: 'end',
      cell: ({ total, currency }) => money(total, { locale, currency }),
    },
    {
      id: 'payment',
      name: 'Payment',
      optional: true,
      cell: ({ paymentName, isPaid }) => (
        <span className="cards:text-right">
          {paymentName} <span className="text-sm text-quiet">{isPaid ? 'Paid' : 'Unpaid'}</span>
        </span>
      ),
    },
    {
      id: 'source',
      name: 'Source',
      optional: true,
      cell: ({ source }) => <span className="wrap-anywhere">{source}</span>,
    },
    {
      id: 'tags',
      name: 'Tags',
      optional: true,
      cell: ({ tags }) => <span className="wrap-anywhere">{tags.join(', ')}</span>,
    },
    {
      id: 'status',
      name: 'Status',
      wrap: true,
      cell: (order) => (
        <span className="cards:text-right">
          <StatusBadge {...order} />
          {order.isToConfirm && order.cashReasons.length > 0 && (
            <span className="mt-1 block text-sm text-quiet">{order.cashReasons.join(' · ')}</span>
          )}
        </span>
      ),
    },
  ]
}

function Products({ order: { productnames, linecount, quantity } }: { order: AdminOrderRow }) {
  const hiddenCount = linecount - productnames.length
  return (
    <span className="min-w-0 cards:text-right wrap-anywhere">
      {productnames.join(', ')}
      {hiddenCount > 0 && ` and ${hiddenCount} more`}{' '}
      <span className="text-sm text-quiet">{quantity === 1 ? '1 item' : `${quantity} items`}</span>
    </span>
  )
}
