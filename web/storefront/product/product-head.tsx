import { useSearchParams } from 'react-router'
import { links } from '#contract/links.ts'
import type { ProductDetail } from '#contract/product.ts'
import { useOrigin, useShop } from '../../data/shop.ts'
import { plainText } from '../../lib/plain-text.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHead } from '../page-head.tsx'
import { structuredProduct } from './structured-product.ts'

/** What search engines and those who share the page are told. A chosen variant is not a page of its own. */
export function ProductHead({ product, crumbs }: { product: ProductDetail; crumbs: Crumb[] }) {
  const shop = useShop()
  const origin = useOrigin()
  const [params] = useSearchParams()
  return (
    <>
      <PageHead
        title={product.search_title || product.productname}
        description={product.search_description || plainText(product.descriptionhtml)}
        path={links.product(product.productid)}
        picture={product.defaultimage}
        noindex={params.has('variant')}
        type="product"
        crumbs={crumbs}
        structured={[structuredProduct(product, shop.currency, origin)]}
      />
      <meta property="product:price:amount" content={String(product.saleprice)} />
      <meta property="product:price:currency" content={shop.currency} />
      <meta property="product:availability" content={product.instock ? 'in stock' : 'out of stock'} />
    </>
  )
}
