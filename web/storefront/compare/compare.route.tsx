import type { Call } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import { getProducts, getRelatedProducts } from '#contract/catalog/product.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { parseId } from '../parse-id.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import { ProductGrid } from '../cards/product-grid.tsx'
import { Section } from '../section.tsx'
import { CompareTable, type ComparedProduct } from './compare-table.tsx'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

const MAX_COMPARED = 4

export async function loader({ request, context }: LoaderArgs) {
  const call = context.get(callContext)
  const listed = new URL(request.url).searchParams.get('products')?.split(',') ?? []
  const ids = [...new Set(listed.map(parseId))].filter((id) => id !== undefined).slice(0, MAX_COMPARED)
  const products = (await Promise.all(ids.map((id) => findCompared(call, id)))).filter(
    (product) => product !== undefined,
  )
  const [first] = products
  const isFull = products.length === MAX_COMPARED
  const related =
    first && !isFull ? await call(getRelatedProducts, { exclude_product_id: first.productid }) : { data: [] }
  const compared = new Set(products.map(({ productid }) => productid))
  return {
    products,
    others: related.data.filter(({ productid }) => !compared.has(productid)).slice(0, MAX_COMPARED),
  }
}

/** What the table shows of a product; undefined if shoppers cannot see it. */
async function findCompared(call: Call, productid: number): Promise<ComparedProduct | undefined> {
  const [product] = (await call(getProducts, { productid })).response
  if (!product || !('specifications' in product)) return undefined
  // The rest of the product, with its comments, would only weigh the page down.
  const { productcategoryid, productname, images, options, specifications } = product
  const { saleprice, productprice, severalprices, instock, rating, ratings } = product
  return {
    productid,
    productcategoryid,
    productname,
    image: images[0] ?? null,
    options,
    specifications,
    saleprice,
    productprice,
    severalprices,
    instock,
    rating,
    ratings,
  }
}

const crumbs = [
  { name: 'Home', path: links.home() },
  { name: 'Compare', path: links.compare([]) },
]

export default function Compare({ loaderData: { products, others } }: PageProps<typeof loader>) {
  const ids = products.map(({ productid }) => productid)
  return (
    <>
      <div className="page-width pb-10">
        <PageHead title="Compare products" noindex crumbs={crumbs} />
        <PageTitle title="Compare products" crumbs={crumbs} />
        {products.length > 0 ? (
          <CompareTable products={products} />
        ) : (
          <EmptyState
            title="Nothing to compare yet"
            text="Open a product and choose “Compare with similar products”."
          >
            <LinkButton href={links.products()}>See all products</LinkButton>
          </EmptyState>
        )}
      </div>
      {others.length > 0 && (
        <Section title="Add to the comparison">
          <ProductGrid products={others} to={({ productid }) => links.compare([...ids, productid])} />
        </Section>
      )}
    </>
  )
}
