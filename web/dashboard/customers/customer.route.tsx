import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useCan } from '#web/data/account/permission.ts'
import { CustomFieldsPanel } from '../custom-fields/values/custom-fields-panel.tsx'
import { AccessPanel } from './access-panel.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PlacedOrders } from './placed-orders.tsx'
import { WrittenComments } from './written-comments.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { LoadedPage } from '../record-form/loaded-page.tsx'

const list = { name: 'All customers', path: dashboardLinks.customers() }

export default function CustomerPage() {
  const { id = '' } = useParams()
  const query = useAdminData('GET admin/customers/:id', { id: Number(id) }, { staleTime: 0 })
  const can = useCan()
  return (
    <LoadedPage noun="customer" title={query.data?.fullName ?? 'Customer'} crumbs={[list]} query={query}>
      {(customer) => (
        <RecordTabs label="Customer" subject="customer" subjectId={customer.id}>
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <CustomerFacts customer={customer} />
            {can('orders') && <PlacedOrders customer={customer} />}
            <AccessPanel customer={customer} />
            <NotesPanel customer={customer} />
            <WrittenComments customer={customer} />
            <CustomFieldsPanel subject="customer" id={customer.id} />
          </div>
        </RecordTabs>
      )}
    </LoadedPage>
  )
}
