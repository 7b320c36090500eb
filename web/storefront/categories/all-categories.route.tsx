import { getCategories } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { useLiveCategories } from '#web/data/categories.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import type { Route } from './+types/all-categories.route.ts'
import { CategoryGrid } from './category-grid.tsx'
import { NoCategories } from './no-categories.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { data: categories } = await context.get(callContext)(getCategories, {})
  return { categories }
}

const crumbs = [
  { name: 'Home', path: links.home() },
  { name: 'All categories', path: links.allCategories() },
]

export default function AllCategories({ loaderData }: Route.ComponentProps) {
  const categories = useLiveCategories(loaderData.categories)
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        title="Shop By Category"
        description="Browse every category."
        path={links.allCategories()}
        image={categories[0]?.productcategoryimage}
        crumbs={crumbs}
      />
      <PageTitle title="Shop By Category" crumbs={crumbs} />
      {categories.length > 0 ? <CategoryGrid categories={categories} priority={4} /> : <NoCategories />}
    </div>
  )
}
