import { useParams } from 'react-router'
import { useAdminData } from '#web/data/admin/query.ts'
import { LoadedPage } from '../record-form/loaded-page.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { CustomFieldsPanel } from '../custom-fields/values/custom-fields-panel.tsx'
import { CustomerPanel } from './detail/customer-panel.tsx'
import { ItemsPanel } from './detail/items-panel.tsx'
import { PaymentsPanel } from './payments/payments-panel.tsx'
import { HoldBanner } from './detail/hold-banner.tsx'
import { OrderActions } from './detail/order-actions.tsx'
import { NextStep } from './detail/next-step.tsx'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { DocumentsPanel } from './detail/documents-panel.tsx'
import { ShipmentPanel } from './shipping/shipment-panel.tsx'
import { TagsPanel } from './detail/tags-panel.tsx'
import { TimelinePanel } from './detail/timeline-panel.tsx'

const list = { name: 'All orders', path: dashboardLinks.orders() }

export default function OrderPage() {
  const { number = '' } = useParams()
  const query = useAdminData('GET admin/orders/:number', { number }, { staleTime: 0 })
  return (
    <LoadedPage
      noun="order"
      title={`Order ${query.data?.serial ?? number.toUpperCase()}`}
      crumbs={[list]}
      query={query}
      height="h-[60rem]"
      actions={query.data && <OrderActions order={query.data} />}
    >
      {(order) => (
        // J and K open another order at once. What is typed and chosen belongs to this one.
        <RecordTabs key={order.id} label="Order" subject="order" subjectId={order.id}>
          <HoldBanner order={order} />
          <NextStep order={order} />
          <div className="mt-4 grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="grid gap-6">
              <ItemsPanel order={order} />
              <PaymentsPanel order={order} />
              <TimelinePanel order={order} />
            </div>
            <div className="grid gap-6">
              <CustomerPanel order={order} />
              <ShipmentPanel order={order} />
              <DocumentsPanel order={order} />
              <TagsPanel order={order} />
              <CustomFieldsPanel subject="order" id={order.id} />
            </div>
          </div>
        </RecordTabs>
      )}
    </LoadedPage>
  )
}
