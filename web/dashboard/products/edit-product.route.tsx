import { useParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { products } from '#web/data/admin/catalog/products.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { CustomFieldsPanel } from '../custom-fields/values/custom-fields-panel.tsx'
import { RecordPage } from '../record-form/record-page.tsx'
import { ProductEditor } from './form/product-editor.tsx'

const crumbs = [{ name: 'All products', path: dashboardLinks.products() }]

export default function EditProduct() {
  const id = Number(useParams()['id'])
  const query = products.useDetail(id)
  return (
    <RecordPage
      noun="product"
      title="Edit product"
      titleOf={({ data }) => data.productname}
      crumbs={crumbs}
      id={id}
      query={query}
      refill={false}
      actions={
        query.data?.data.status === 'live' && <LinkButton href={links.product(id)}>View in shop</LinkButton>
      }
    >
      {(answer) => (
        <ProductEditor
          key={id}
          {...(answer && { product: answer.data })}
          below={
            answer && (
              <CustomFieldsPanel
                subject="product"
                id={id}
                variants={answer.data.variants.map(({ variantid, options }) => ({
                  id: variantid,
                  name: Object.values(options).join(' / '),
                }))}
              />
            )
          }
        />
      )}
    </RecordPage>
  )
}
