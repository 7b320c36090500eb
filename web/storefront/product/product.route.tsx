import { getRelatedProducts } from '#contract/product.ts'
import { links } from '#contract/links.ts'
import { callContext } from '../../lib/page-context.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { Section } from '../section.tsx'
import type { Route } from './+types/product.route.ts'
import { DetailTabs } from './detail-tabs.tsx'
import { findProduct } from './find-product.ts'
import { Gallery } from './gallery.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductInfo } from './product-info.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import { useVariant } from './use-variant.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const product = await findProduct(call, params, new URL(request.url).search)
  const related = await call(getRelatedProducts, {
    category_id: product.productcategoryid,
    exclude_product_id: product.productid,
  })
  return { product, related: related.data }
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  // Nothing of one product stays when another takes its place.
  return <ProductPage key={loaderData.product.productid} {...loaderData} />
}

function ProductPage({ product, related }: Route.ComponentProps['loaderData']) {
  const { chosen, choose } = useVariant(product.variants)
  const crumbs: Crumb[] = [
    { name: 'Home', path: links.home() },
    { name: product.productcategoryname, path: links.category(product.productcategoryid) },
    ...(product.productsubcategoryid && product.subcategoryname
      ? [
          {
            name: product.subcategoryname,
            path: links.products(product.productcategoryid, product.productsubcategoryid),
          },
        ]
      : []),
    { name: product.productname, path: links.product(product.productid) },
  ]
  return (
    <>
      <ProductHead product={product} crumbs={crumbs} />
      <div className="page-width pt-6">
        <Breadcrumbs crumbs={crumbs} />
        <div className="mt-6 grid gap-8 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
          <Gallery pictures={product.pictures} shown={chosen?.picture} name={product.productname} />
          <ProductInfo product={product} chosen={chosen} choose={choose} />
        </div>
        <DetailTabs product={product} />
      </div>
      {related.length > 0 && (
        <Section title="Related Products">
          <ProductGrid products={related} />
        </Section>
      )}
      <RecentlyViewed product={product} />
    </>
  )
}
