import { useParams } from 'react-router'
import { ApiError } from '../../lib/api.ts'
import { useCustomer } from '../../data/admin-customers.ts'
import { useSession } from '../../data/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { AccessPanel } from './access-panel.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PlacedOrders } from './placed-orders.tsx'
import { WrittenComments } from './written-comments.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'

const crumbs = [{ name: 'Customers', path: '/dashboard/customers' }]

/** Everything the shop knows of one customer, and what staff can do about the account. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const query = useCustomer(Number(id))
  const { data: user } = useSession()
  if (query.error instanceof ApiError && query.error.status < 500 && query.error.status >= 400) {
    return (
      <DashboardPage title="Customer" crumbs={crumbs}>
        <EmptyState icon="user" title="There is no such customer" text={query.error.message}>
          <LinkButton to="/dashboard/customers">To all customers</LinkButton>
        </EmptyState>
      </DashboardPage>
    )
  }
  return (
    <DashboardPage title={query.data?.fullName ?? 'Customer'} crumbs={crumbs}>
      <Loaded query={query} skeleton={<Skeleton className="h-[36rem]" />}>
        {(customer) => (
          <HistoryTabs label="About this customer" subject="customer" subjectId={customer.id}>
            <div className="grid items-start gap-6 xl:grid-cols-2">
              <CustomerFacts customer={customer} />
              {user?.permissions.includes('orders') && <PlacedOrders customer={customer} />}
              <AccessPanel customer={customer} />
              <NotesPanel customer={customer} />
              <WrittenComments customer={customer} />
            </div>
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}
