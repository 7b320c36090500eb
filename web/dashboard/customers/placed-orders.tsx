import { Link } from 'react-router'
import type { CustomerDetail } from '#contract/identity/customer.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatusBadge } from '../orders/status-badge.tsx'
import { Panel } from '../panel.tsx'

const ORDERS_SHOWN = 5

/** The customer's latest orders. */
export function PlacedOrders({ customer: { id } }: { customer: CustomerDetail }) {
  const shop = useShop()
  const query = useAdminList('GET admin/orders', { customer: id, limit: ORDERS_SHOWN })
  return (
    <Panel title={query.data ? `Orders (${query.data.total})` : 'Orders'}>
      <Loaded query={query} skeleton={<Skeleton className="h-40" />}>
        {({ data: orders, total }) => (
          <>
            {total === 0 && <p className="text-quiet">No orders yet.</p>}
            <ul className="divide-y divide-line">
              {orders.map(({ number, serial, placedAt, total: amount, currency, productnames, ...state }) => (
                <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                  <div className="min-w-0">
                    <Link
                      to={dashboardLinks.order(number)}
                      className="inline-block py-1 font-medium underline underline-offset-4 hover:decoration-2"
                    >
                      {serial}
                    </Link>
                    <p className="text-sm text-quiet wrap-anywhere">
                      {[formatDate(placedAt, shop), ...productnames].join(', ')}
                    </p>
                  </div>
                  <p className="flex items-center gap-3 tabular">
                    {money(amount, { ...shop, currency })} <StatusBadge {...state} />
                  </p>
                </li>
              ))}
            </ul>
            {total > orders.length && (
              <Link
                to={dashboardLinks.orders({ customer: id })}
                className="mt-3 inline-flex min-h-8 items-center underline underline-offset-4"
              >
                View all {total} orders
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
