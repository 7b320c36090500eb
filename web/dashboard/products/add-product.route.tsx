import { dashboardLinks } from '#contract/dashboard-links.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { ProductEditor } from './form/product-editor.tsx'

export default function AddProduct() {
  return (
    <DashboardPage
      title="Create New Product"
      crumbs={[{ name: 'All products', path: dashboardLinks.products() }]}
    >
      <ProductEditor />
    </DashboardPage>
  )
}
