import { LinkButton } from '../../ui/link-button.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { addProduct } from './places.ts'
import { ProductTable } from './product-table.tsx'

export default function AllProducts() {
  return (
    <DashboardPage
      title="All Products"
      actions={
        <LinkButton kind="primary" to={addProduct}>
          Create new product
        </LinkButton>
      }
    >
      <ProductTable />
    </DashboardPage>
  )
}
