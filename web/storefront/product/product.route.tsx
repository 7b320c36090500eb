import { getProducts, getRelatedProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { links } from '#contract/links.ts'
import { callContext } from '../../lib/page-context.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { Section } from '../section.tsx'
import type { Route } from './+types/product.route.ts'
import { DetailTabs } from './detail-tabs.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { ProductInfo } from './buy-box/product-info.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import { useVariant } from './buy-box/use-variant.ts'
import { redirect, useSearchParams } from 'react-router'
import type { Call } from '#contract/endpoint.ts'
import { parseId } from '../find-by-slug.ts'
import { findBySlug } from '../find-by-slug.ts'
import { notFound } from '../not-found/not-found.ts'
import { useOrigin, useShop } from '../../data/shop.ts'
import { plainText } from '../../lib/format/plain-text.ts'
import { PageHead } from '../page-head.tsx'
import { structuredProduct } from './structured-product.ts'

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
  // A new key resets all state between products.
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
          <Gallery images={product.images} selectedFile={chosen?.image} productName={product.productname} />
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

/**
 * Finds the product of `/product-details/{productid}/{categoryid?}`. A slug instead of the id, or a wrong category,
 * throws a 301 to the canonical URL; an unknown product throws a 404.
 */
async function findProduct(
  call: Call,
  { productId, categoryId }: { productId: string; categoryId?: string | undefined },
  search: string,
): Promise<ProductDetail> {
  const id = parseId(productId)
  if (id === undefined) {
    const found = await findBySlug(call, 'product', productId)
    if (!found) throw await notFound(call)
    throw redirect(links.product(found.id) + search, 301)
  }
  const product = (await call(getProducts, { productid: id })).response[0]
  if (!product || !('variants' in product)) throw await notFound(call)
  if (categoryId !== undefined && categoryId !== String(product.productcategoryid)) {
    throw redirect(links.product(id) + search, 301)
  }
  return product
}

/** The metadata of the page. A URL with a variant is not indexed separately. */
function ProductHead({ product, crumbs }: { product: ProductDetail; crumbs: Crumb[] }) {
  const shop = useShop()
  const origin = useOrigin()
  const [params] = useSearchParams()
  return (
    <>
      <PageHead
        title={product.search_title || product.productname}
        description={product.search_description || plainText(product.descriptionhtml)}
        path={links.product(product.productid)}
        image={product.defaultimage}
        noindex={params.has('variant')}
        type="product"
        crumbs={crumbs}
        structured={[structuredProduct(product, shop, origin)]}
      />
      <meta property="product:price:amount" content={String(product.saleprice)} />
      <meta property="product:price:currency" content={shop.currency} />
      <meta property="product:availability" content={product.instock ? 'in stock' : 'out of stock'} />
    </>
  )
}
