import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useOrderDraft } from '#web/data/admin/manual-orders.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { MissingRecord } from '../record-form/missing-record.tsx'
import { OrderForm } from './new/order-form.tsx'

const list = { name: 'Draft orders', path: dashboardLinks.orderDrafts() }

/** A draft in the form of a new order. */
export default function DraftPage() {
  const { number = '' } = useParams()
  const query = useOrderDraft(number)
  return (
    <DashboardPage
      title={`Draft ${number.toUpperCase()}`}
      crumbs={[{ name: 'All orders', path: dashboardLinks.orders() }, list]}
    >
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-[60rem]" />}
        missing={<MissingRecord noun="draft" list={list} />}
      >
        {(draft) => <OrderForm key={draft.number} draft={draft} />}
      </Loaded>
    </DashboardPage>
  )
}
