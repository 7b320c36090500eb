import { getCategories } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import { getNewArrivals, getProducts } from '#contract/product.ts'
import { callContext } from '../../lib/page-context.ts'
import { CategoryGrid } from '../categories/category-grid.tsx'
import { PageHead } from '../page-head.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { listingFilter, readListing } from '../products/listing-address.ts'
import { Listing } from '../products/listing.tsx'
import { Section } from '../section.tsx'
import type { Route } from './+types/search.route.ts'
import { readQuery } from './read-query.ts'
import { SearchPrompt } from './search-prompt.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const { searchParams } = new URL(request.url)
  const q = readQuery(searchParams)
  const { sort, page, limit } = listingFilter(readListing(searchParams))
  const { response: products, total } = q
    ? await call(getProducts, { q, sort, page, limit })
    : { response: [], total: 0 }
  if (total > 0) return { q, products, total }

  const [{ data: categories }, { response: arrivals }] = await Promise.all([
    call(getCategories, {}),
    call(getNewArrivals, {}),
  ])
  return { q, products, total, categories: categories.slice(0, 4), arrivals: arrivals.slice(0, 4) }
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { q, products, total, categories, arrivals } = loaderData
  const title = q ? `Results for “${q}”` : 'Search'
  const heading = (
    <header className="pt-8 pb-8">
      <PageHead title={title} path={q ? links.search(q) : '/search'} noindex />
      <h1 tabIndex={-1} className="font-display text-display text-balance wrap-anywhere">
        {title}
      </h1>
    </header>
  )
  if (total > 0) return <Listing heading={heading} products={products} total={total} own="relevance" />
  return (
    <>
      <div className="page-width">
        {heading}
        <SearchPrompt q={q} />
      </div>
      {categories && categories.length > 0 && (
        <Section title="Shop By Category">
          <CategoryGrid categories={categories} />
        </Section>
      )}
      {arrivals && arrivals.length > 0 && (
        <Section title="New Arrivals">
          <ProductGrid products={arrivals} />
        </Section>
      )}
    </>
  )
}
