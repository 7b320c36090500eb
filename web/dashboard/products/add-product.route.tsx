import { DashboardPage } from '../dashboard-page.tsx'
import { ProductEditor } from './product-editor.tsx'
import { allProducts } from './places.ts'

export default function AddProduct() {
  return (
    <DashboardPage title="Create New Product" crumbs={[{ name: 'All products', path: allProducts }]}>
      <ProductEditor />
    </DashboardPage>
  )
}
