import type { Category } from '#contract/catalog/category.ts'
import { useLiveCategories } from '#web/data/categories.ts'
import { withQueries } from '#web/storefront/with-queries.tsx'
import { CategoryGrid } from './category-grid.tsx'
import { NoCategories } from './no-categories.tsx'

/** All categories, as they are now. */
function LiveCategories({ first }: { first: Category[] }) {
  const categories = useLiveCategories(first)
  return categories.length > 0 ? <CategoryGrid categories={categories} priority={4} /> : <NoCategories />
}

export default withQueries(LiveCategories)
