import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Ago } from '../ago.tsx'
import { StatusBadge } from '../orders/status-badge.tsx'
import { Panel } from '../panel.tsx'

/** The five newest orders. */
export function LatestOrders() {
  const { locale } = useShop()
  const query = useAdminList('GET admin/orders', { limit: 5 })
  return (
    <Panel title="Latest orders">
      <Loaded query={query} skeleton={<Skeleton className="h-64" />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-quiet">No orders yet. The first one will appear here.</p>
          ) : (
            <ul className="-my-2 divide-y divide-line">
              {data.map((order) => (
                <li key={order.number} className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0">
                    <Link
                      to={dashboardLinks.order(order.number)}
                      className="inline-block py-0.5 font-medium whitespace-nowrap tabular underline-offset-4 hover:underline"
                    >
                      {order.serial}
                    </Link>{' '}
                    <span className="block text-sm text-quiet wrap-anywhere">
                      {order.customer} · <Ago time={order.placedAt} />
                    </span>
                  </span>
                  <span className="shrink-0 text-right tabular">
                    {money(order.total, { locale, currency: order.currency })}
                    <span className="block">
                      <StatusBadge
                        status={order.status}
                        isToConfirm={order.isToConfirm}
                        isPartlyShipped={order.isPartlyShipped}
                        isOnHold={order.isOnHold}
                      />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
