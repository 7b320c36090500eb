import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useCustomer } from '#web/data/admin/people/customers.ts'
import { useCan } from '#web/data/account/permission.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { AccessPanel } from './access-panel.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PlacedOrders } from './placed-orders.tsx'
import { WrittenComments } from './written-comments.tsx'
import { RecordTabs } from '../activity-log/record-tabs.tsx'
import { MissingRecord } from '../record-form/missing-record.tsx'

const list = { name: 'All customers', path: dashboardLinks.customers() }

export default function CustomerPage() {
  const { id = '' } = useParams()
  const query = useCustomer(Number(id))
  const can = useCan()
  return (
    <DashboardPage title={query.data?.fullName ?? 'Customer'} crumbs={[list]}>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-[36rem]" />}
        missing={<MissingRecord noun="customer" list={list} />}
      >
        {(customer) => (
          <RecordTabs label="Customer" subject="customer" subjectId={customer.id}>
            <div className="grid items-start gap-6 xl:grid-cols-2">
              <CustomerFacts customer={customer} />
              {can('orders') && <PlacedOrders customer={customer} />}
              <AccessPanel customer={customer} />
              <NotesPanel customer={customer} />
              <WrittenComments customer={customer} />
            </div>
          </RecordTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}
