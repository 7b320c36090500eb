import { getCategories } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { getNewArrivals, getProducts } from '#contract/catalog/product.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { CategoryGrid } from '../categories/category-grid.tsx'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../cards/product-grid.tsx'
import {
  filterCount,
  categoriesWithResults,
  listingFilter,
  PAGE_SIZE,
  parseListing,
} from '../listing/listing-query.ts'
import { Listing } from '../listing/listing.tsx'
import { listCategories } from '../products/find-subcategory.ts'
import { Section } from '../section.tsx'
import { parseSearchText } from './parse-search-text.ts'
import { SearchPrompt } from './search-prompt.tsx'
import type { Call } from '#contract/endpoint.ts'
import { getBestSellers } from '#contract/catalog/best-seller.ts'
import { enhancedBy } from '#web/islands/enhanced-by.ts'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

/** The server stops counting results at this number. */
const MAX_COUNTED_RESULTS = 1000

export async function loader({ request, context }: LoaderArgs) {
  const call = context.get(callContext)
  const { searchParams } = new URL(request.url)
  const q = parseSearchText(searchParams)
  const categoriesPromise = q ? listCategories(call) : Promise.resolve([])
  // Parsing needs the categories only if one is chosen.
  const listing = parseListing(searchParams, searchParams.has('category') ? await categoriesPromise : [])
  const [found, all] = await Promise.all([
    q ? call(getProducts, { ...listingFilter(listing), q, facets: true }) : { response: [], total: 0 },
    categoriesPromise,
  ])
  const {
    response: products,
    total,
    facets,
    correctedQuery,
  } = { facets: undefined, correctedQuery: undefined, ...found }
  const categories = categoriesWithResults(all, facets, listing.category)
  // If only the filters exclude all results, the listing shows how to remove them.
  if (total > 0 || (q && filterCount(listing) > 0))
    return { q, products, total, facets, correctedQuery, categories }

  const [allCategories, suggested] = await Promise.all([call(getCategories, {}), loadSuggestedProducts(call)])
  return { q, products, total, correctedQuery, suggested, firstCategories: allCategories.data.slice(0, 4) }
}

export default function Search({ loaderData }: PageProps<typeof loader>) {
  const { q, products, total, correctedQuery, facets, categories, firstCategories, suggested } = loaderData
  const title = q ? `Results for “${q}”` : 'Search'
  const heading = (
    <header className="pt-8 pb-8">
      <PageHead title={title} path={links.search(q)} noindex />
      {q && (
        <span hidden data-enhance={enhancedBy('search/recording')} data-q={q} data-page-size={PAGE_SIZE} />
      )}
      <h1 tabIndex={-1} className="font-display text-display text-balance wrap-anywhere">
        {title}
      </h1>
      {correctedQuery && total > 0 && <CorrectedQuery q={q} correctedQuery={correctedQuery} />}
    </header>
  )
  if (facets) {
    return (
      <Listing
        heading={heading}
        products={products}
        total={total}
        hasMore={total >= MAX_COUNTED_RESULTS}
        facets={facets}
        categories={categories}
        defaultSort="relevance"
      />
    )
  }
  return (
    <>
      <div className="page-width">
        {heading}
        <SearchPrompt q={q} correctedQuery={correctedQuery} />
      </div>
      {suggested && suggested.products.length > 0 && (
        <Section title={suggested.title}>
          <ProductGrid products={suggested.products} />
        </Section>
      )}
      {firstCategories && firstCategories.length > 0 && (
        <Section title="Shop By Category">
          <CategoryGrid categories={firstCategories} />
        </Section>
      )}
    </>
  )
}

/** Says that the results are those of the corrected query. */
function CorrectedQuery({ q, correctedQuery }: { q: string; correctedQuery: string }) {
  return (
    <p className="mt-3 text-lg text-pretty text-quiet wrap-anywhere">
      No results for “{q}”. Showing results for{' '}
      <a
        href={links.search(correctedQuery)}
        className="inline-block py-0.5 font-medium text-ink underline underline-offset-4 hover:decoration-2"
      >
        {correctedQuery}
      </a>
      .
    </p>
  )
}

/** Products for a search without results: best sellers, or new arrivals while there are too few sales. */
async function loadSuggestedProducts(call: Call) {
  const { response: bestSellers } = await call(getBestSellers, {})
  if (bestSellers.length >= 4) return { title: 'Best sellers', products: bestSellers }
  const { response: newArrivals } = await call(getNewArrivals, {})
  return { title: 'New Arrivals', products: newArrivals.slice(0, 4) }
}
