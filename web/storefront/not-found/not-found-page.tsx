import { links } from '#contract/links.ts'
import type { Category } from '#contract/catalog/category.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { CategoryGrid } from '../categories/category-grid.tsx'
import { PageHead } from '../page-head.tsx'
import { SearchForm } from '../top-bar/search-form.tsx'

/** The 404 page with search, links and categories. */
export function NotFoundPage({ categories }: { categories: Category[] }) {
  return (
    <div className="page-width py-16 lg:py-24">
      <PageHead title="Page not found" noindex />
      <div className="mx-auto max-w-xl text-center">
        <h1 tabIndex={-1} className="font-display text-display text-balance">
          We couldn’t find that page
        </h1>
        <p className="mt-4 text-lg text-pretty text-quiet">
          The link may be broken, or the page may have moved. Try searching, or go back home.
        </p>
        <SearchForm className="mx-auto mt-8 max-w-md" label="Search the shop" />
        {/* Side by side only where both fit in any font, so that nothing moves when the font arrives. */}
        <div className="mx-auto mt-6 grid max-w-md gap-3 sm:flex sm:justify-center">
          <LinkButton href={links.home()}>Back to home</LinkButton>
          <LinkButton href={links.products()}>See all products</LinkButton>
        </div>
      </div>
      {categories.length > 0 && (
        <section aria-labelledby="not-found-categories" className="mt-20">
          <h2 id="not-found-categories" className="mb-8 font-display text-section">
            Shop By Category
          </h2>
          <CategoryGrid categories={categories.slice(0, 8)} />
        </section>
      )}
    </div>
  )
}
