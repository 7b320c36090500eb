import { useParams } from 'react-router'
import { links } from '#contract/links.ts'
import { useAdminProduct } from '../../data/admin-products.ts'
import { ApiError } from '../../lib/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { HistoryTabs } from '../history/history-tabs.tsx'
import { allProducts } from './places.ts'
import { ProductEditor } from './product-editor.tsx'

const crumbs = [{ name: 'All products', path: allProducts }]

export default function EditProduct() {
  const { id } = useParams()
  return <OneProduct key={id} id={Number(id)} />
}

function OneProduct({ id }: { id: number }) {
  const query = useAdminProduct(id)
  const product = query.data
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status)) {
    return (
      <DashboardPage title="No such product" crumbs={crumbs}>
        <EmptyState icon="parcel" title="This product is not there" text="It may have been deleted.">
          <LinkButton to={allProducts}>All products</LinkButton>
        </EmptyState>
      </DashboardPage>
    )
  }
  return (
    <DashboardPage
      title={product ? `Edit ${product.productname}` : 'Edit product'}
      crumbs={crumbs}
      actions={
        product?.status === 'live' && <LinkButton to={links.product(id)}>See it in the shop</LinkButton>
      }
    >
      <Loaded query={query} skeleton={<Skeleton className="h-[40rem]" />}>
        {(found) => (
          <HistoryTabs label="About this product" subject="product" subjectId={id}>
            <ProductEditor product={found} />
          </HistoryTabs>
        )}
      </Loaded>
    </DashboardPage>
  )
}
