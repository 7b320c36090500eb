import { getProducts, getRelatedProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { getAlsoBought } from '#contract/catalog/best-seller.ts'
import { getDelivery, getDeliveryRegions } from '#contract/orders/delivery/delivery.ts'
import { getShop } from '#contract/shop/shop.ts'
import { links } from '#contract/links.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { Breadcrumbs, type Crumb } from '#web/ui/breadcrumbs.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ProductGrid } from '../cards/product-grid.tsx'
import { Section } from '../section.tsx'
import { ExpressRoom } from '../express/express-room.tsx'
import { DetailTabs } from './detail-tabs.tsx'
import { Island } from '#web/islands/island.tsx'
import RecentlyViewed from './recently-viewed.island.tsx'
import ProductMain from './product-main.island.tsx'
import { chosenVariant } from './buy-box/variant-choice.ts'
import { canOrder, availabilityOf } from '#web/data/availability.ts'
import { redirect } from '#web/lib/on-server/loader-answers.ts'
import type { Call } from '#contract/endpoint.ts'
import { findBySlug } from '../find-by-slug.ts'
import { parseId } from '../parse-id.ts'
import { categoryCrumbs } from '../category-crumbs.ts'
import { listCategories } from '../products/find-subcategory.ts'
import { notFound } from '../not-found/not-found.ts'
import { useOrigin, useShop } from '#web/data/shop.ts'
import { plainText } from '#web/lib/format/plain-text.ts'
import { PageHead } from '../page-head.tsx'
import { productAction } from './product-action.ts'
import { offerTerms, type OfferTerms } from './structured-delivery.ts'
import { structuredProduct } from './structured-product.ts'
import type { ActionArgs, LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export async function loader({ params, request, context }: LoaderArgs<'productId' | 'categoryId'>) {
  const call = context.get(callContext)
  const product = await findProduct(call, params, new URL(request.url).search)
  const { productid } = product
  const variantid = chosenVariant(
    product.variants,
    new URL(request.url).searchParams.get('variant'),
  )?.variantid
  const [related, { data: estimate }, regions, shop, categories, alsoBought] = await Promise.all([
    call(getRelatedProducts, { category_id: product.productcategoryid, exclude_product_id: productid }),
    call(getDelivery, { productid, ...(variantid !== undefined && { variantid }) }),
    call(getDeliveryRegions, { productid }),
    call(getShop, {}),
    listCategories(call),
    call(getAlsoBought, { productid }),
  ])
  const { productcategoryid: id, productcategoryname: name } = product
  // Its slug is missing only if the category has just been deleted; then the link leads to all categories.
  const category = categories.find((one) => one.id === id) ?? { id, name, slug: '' }
  return {
    product,
    category,
    alsoBought: alsoBought.response,
    related: related.data,
    delivery: { variantid, estimate },
    terms: offerTerms(
      { ...estimate, regions: regions.data },
      product.variants.map(({ saleprice }) => saleprice),
      shop.data.currency,
    ),
  }
}

export async function action({ params, context }: ActionArgs<'productId' | 'categoryId'>) {
  return productAction(context, await findProduct(context.get(callContext), params, ''))
}

/** Fewer products make no section. */
const MIN_ALSO_BOUGHT = 2

export default function ProductPage({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  const { product, category, alsoBought, related, delivery, terms } = loaderData
  const refused = actionData
  const isComment = refused?.values['do'] === 'comment'
  const crumbs: Crumb[] = [
    ...categoryCrumbs(
      category,
      product.productsubcategoryid && product.subcategoryname
        ? { id: product.productsubcategoryid, name: product.subcategoryname }
        : undefined,
    ),
    { name: product.productname, path: links.product(product.productid) },
  ]
  return (
    <>
      <ProductHead product={product} crumbs={crumbs} terms={terms} />
      <div className="page-width pt-6">
        <Breadcrumbs crumbs={crumbs} />
        <ExpressRoom on="product" productid={product.productid}>
          <Island
            of={ProductMain}
            props={{ product: withoutTexts(product), delivery, refused: isComment ? undefined : refused }}
          />
        </ExpressRoom>
        <DetailTabs product={product} refused={isComment ? refused : undefined} />
      </div>
      {alsoBought.length >= MIN_ALSO_BOUGHT && (
        <Section title="Customers also bought">
          <ProductGrid products={alsoBought} />
        </Section>
      )}
      {related.length > 0 && (
        <Section
          title="Related Products"
          end={
            <LinkButton
              href={links.compare([product.productid, ...related.slice(0, 3).map((one) => one.productid)])}
            >
              Compare with similar products
            </LinkButton>
          }
        >
          <ProductGrid products={related} />
        </Section>
      )}
      <Island
        of={RecentlyViewed}
        props={{ besides: product.productid }}
        when="seen"
        before={<div className="h-px" />}
      />
    </>
  )
}

/** The product as the choice of a variant needs it. The texts stand on the page already. */
const withoutTexts = (product: ProductDetail): ProductDetail => ({
  ...product,
  descriptionhtml: '',
  specifications: [],
  details: [],
  comments: [],
  questions: [],
})

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

interface ProductHeadProps {
  product: ProductDetail
  crumbs: Crumb[]
  terms: OfferTerms
}

/** The metadata of the page. The canonical URL of a variant is its product's. */
function ProductHead({ product, crumbs, terms }: ProductHeadProps) {
  const shop = useShop()
  const origin = useOrigin()
  return (
    <>
      <PageHead
        title={product.search_title || product.productname}
        description={product.search_description || plainText(product.descriptionhtml)}
        path={links.product(product.productid)}
        image={product.defaultimage}
        type="product"
        crumbs={crumbs}
        structured={[structuredProduct(product, shop, origin, terms)]}
      />
      <meta property="product:price:amount" content={String(product.saleprice)} />
      <meta property="product:price:currency" content={shop.currency} />
      <meta property="product:availability" content={pageAvailability(product.variants)} />
    </>
  )
}

/** In the words of product feeds: https://www.facebook.com/business/help/120325381656392 */
function pageAvailability(variants: ProductDetail['variants']): string {
  if (variants.some((variant) => availabilityOf(variant) === 'in-stock')) return 'in stock'
  return variants.some(canOrder) ? 'available for order' : 'out of stock'
}
