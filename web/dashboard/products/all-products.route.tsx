import { dashboardLinks } from '#contract/dashboard-links.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { ProductTable } from './table/product-table.tsx'

export default function AllProducts() {
  return (
    <DashboardPage
      title="All Products"
      actions={
        <LinkButton kind="primary" href={dashboardLinks.newProduct()}>
          Create new product
        </LinkButton>
      }
    >
      <ProductTable />
    </DashboardPage>
  )
}
