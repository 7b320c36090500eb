import { getCategories } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import { getProducts } from '#contract/product.ts'
import { callContext } from '../../lib/page-context.ts'
import { CategoryGrid } from '../categories/category-grid.tsx'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { filterCount, foundCategories, listingFilter, readListing } from '../products/listing-address.ts'
import { Listing } from '../products/listing.tsx'
import { listCategories } from '../products/place.ts'
import { Section } from '../section.tsx'
import type { Route } from './+types/search.route.ts'
import { Meant } from './meant.tsx'
import { readQuery } from './read-query.ts'
import { SearchPrompt } from './search-prompt.tsx'
import { useRecorded } from './use-recorded.ts'
import { loadWares } from './wares.ts'

/** The shop counts so many results and no further. */
const mostCounted = 1000

export async function loader({ request, context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { searchParams } = new URL(request.url)
  const q = readQuery(searchParams)
  const offered = q ? listCategories(call) : Promise.resolve([])
  // Only where one is chosen, they must be known before.
  const listing = readListing(searchParams, searchParams.has('category') ? await offered : [])
  const [found, all] = await Promise.all([
    q ? call(getProducts, { ...listingFilter(listing), q, facets: true }) : { response: [], total: 0 },
    offered,
  ])
  const { response: products, total, facets, meant } = { facets: undefined, meant: undefined, ...found }
  const categories = foundCategories(all, facets, listing.category)
  // Nothing is left of something: the filters say so, and lead back.
  if (total > 0 || (q && filterCount(listing) > 0)) return { q, products, total, facets, meant, categories }

  const [shelves, wares] = await Promise.all([call(getCategories, {}), loadWares(call)])
  return { q, products, total, meant, wares, shelves: shelves.data.slice(0, 4) }
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { q, products, total, meant, facets, categories, shelves, wares } = loaderData
  const recordOpened = useRecorded(q)
  const title = q ? `Results for “${q}”` : 'Search'
  const heading = (
    <header className="pt-8 pb-8">
      <PageHead title={title} path={q ? links.search(q) : '/search'} noindex />
      <h1 tabIndex={-1} className="font-display text-display text-balance wrap-anywhere">
        {title}
      </h1>
      {meant && total > 0 && <Meant q={q} meant={meant} />}
    </header>
  )
  if (facets) {
    return (
      <Listing
        heading={heading}
        products={products}
        total={total}
        more={total >= mostCounted}
        facets={facets}
        categories={categories}
        own="relevance"
        onOpen={recordOpened}
      />
    )
  }
  return (
    <>
      <div className="page-width">
        {heading}
        <SearchPrompt q={q} meant={meant} />
      </div>
      {wares && wares.products.length > 0 && (
        <Section title={wares.title}>
          <ProductGrid products={wares.products} />
        </Section>
      )}
      {shelves && shelves.length > 0 && (
        <Section title="Shop By Category">
          <CategoryGrid categories={shelves} />
        </Section>
      )}
    </>
  )
}
