import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { CustomerDetail } from '#contract/identity/customer.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useCan } from '#web/data/account/permission.ts'
import { CustomFieldsPanel } from '../custom-fields/values/custom-fields-panel.tsx'
import { AccessPanel } from './access-panel.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { StoreCreditPanel } from './store-credit-panel.tsx'
import { PlacedOrders } from './placed-orders.tsx'
import { WrittenComments } from './written-comments.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'

const list = { name: 'All customers', path: dashboardLinks.customers() }

const nameOf = (customer: CustomerDetail | undefined) =>
  customer?.fullName || customer?.email || customer?.phone || 'Customer'

export default function CustomerPage() {
  const { id = '' } = useParams()
  const query = useAdminData('GET admin/customers/:id', { id: Number(id) }, { staleTime: 0 })
  const can = useCan()
  return (
    <LoadedPage noun="customer" title={nameOf(query.data)} crumbs={[list]} query={query}>
      {(customer) => (
        <RecordTabs label="Customer" subject="customer" subjectId={customer.id}>
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <CustomerFacts customer={customer} />
            {can('orders') && <PlacedOrders customer={customer} />}
            <NotesPanel customer={customer} />
            {can('orders') && <CustomerTimeline customer={customer} />}
            {customer.hasAccount && (
              <>
                <StoreCreditPanel customer={customer} />
                <AccessPanel customer={customer} />
                <WrittenComments customer={customer} />
                <CustomFieldsPanel subject="customer" id={customer.id} />
              </>
            )}
          </div>
        </RecordTabs>
      )}
    </LoadedPage>
  )
}
