import { dashboardLinks } from '#contract/dashboard-links.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { OrderForm } from './new/order-form.tsx'

export default function NewOrder() {
  return (
    <DashboardPage
      title="New order"
      crumbs={[{ name: 'All orders', path: dashboardLinks.orders() }]}
      actions={<LinkButton href={dashboardLinks.orderDrafts()}>Drafts</LinkButton>}
    >
      <OrderForm draft={undefined} />
    </DashboardPage>
  )
}
