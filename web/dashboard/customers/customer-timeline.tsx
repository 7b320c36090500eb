import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { CustomerDetail } from '#contract/identity/customer.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '../panel.tsx'

/** What happened to the customer's orders, newest first. */
export function CustomerTimeline({ customer: { id } }: { customer: CustomerDetail }) {
  const shop = useShop()
  const query = useAdminData('GET admin/customers/:id/timeline', { id }, { staleTime: 0 })
  return (
    <Panel title="Timeline">
      <Loaded query={query} skeleton={<Skeleton className="h-40" />}>
        {(events) => (
          <>
            {events.length === 0 && <p className="text-quiet">Nothing has happened yet.</p>}
            <ol className="grid gap-4 border-l-2 border-line pl-4">
              {events.map(({ id: eventId, at, text, who, number, serial }) => (
                <li key={eventId}>
                  <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                  <p className="text-sm text-quiet">
                    <Link
                      to={dashboardLinks.order(number)}
                      className="inline-block py-1 underline underline-offset-4"
                    >
                      {serial}
                    </Link>
                    , {who}, <time dateTime={at}>{formatDateTime(at, shop)}</time>
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
