import { useParams } from 'react-router'
import { useAdminOrder } from '../../data/admin-orders.ts'
import { ApiError } from '../../lib/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { AddressPanel } from './address-panel.tsx'
import { LinesPanel } from './lines-panel.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { NextStep } from './next-step.tsx'
import { allOrders } from './places.ts'
import { PapersPanel } from './papers-panel.tsx'
import { ParcelPanel } from './parcel-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'

const crumbs = [{ name: 'All orders', path: allOrders }]

/** One order: what to do next, and everything that is known of it. */
export default function OrderPage() {
  const { number = '' } = useParams()
  const query = useAdminOrder(number)
  const title = `Order ${number.toUpperCase()}`
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <DashboardPage title={title} crumbs={crumbs}>
        <EmptyState icon="parcel" title="There is no such order" text="Its number may be mistyped.">
          <LinkButton to={allOrders}>To all orders</LinkButton>
        </EmptyState>
      </DashboardPage>
    )
  }
  return (
    <DashboardPage title={title} crumbs={crumbs}>
      <Loaded query={query} skeleton={<Skeleton className="h-[60rem]" />}>
        {(order) => (
          <HistoryTabs label="About this order" subject="order" subjectId={order.id}>
            <NextStep order={order} />
            <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="grid gap-6">
                <LinesPanel order={order} />
                <MoneyPanel order={order} />
                <TimelinePanel order={order} />
              </div>
              <div className="grid gap-6">
                <AddressPanel order={order} />
                <ParcelPanel order={order} />
                <PapersPanel order={order} />
              </div>
            </div>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}
