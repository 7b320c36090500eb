import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useOrderDraft } from '#web/data/admin/manual-orders.ts'
import { LoadedPage } from '../record-form/loaded-page.tsx'
import { OrderForm } from './new/order-form.tsx'

const list = { name: 'Draft orders', path: dashboardLinks.orderDrafts() }

/** A draft in the form of a new order. */
export default function DraftPage() {
  const { number = '' } = useParams()
  const query = useOrderDraft(number)
  return (
    <LoadedPage
      noun="draft"
      title={`Draft ${number.toUpperCase()}`}
      crumbs={[{ name: 'All orders', path: dashboardLinks.orders() }, list]}
      query={query}
      height="h-[60rem]"
    >
      {(draft) => <OrderForm key={draft.number} draft={draft} />}
    </LoadedPage>
  )
}
