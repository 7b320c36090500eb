import { getCategories } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { Island } from '#web/islands/island.tsx'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import LiveCategories from './live-categories.island.tsx'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export async function loader({ context }: LoaderArgs) {
  const { data: categories } = await context.get(callContext)(getCategories, {})
  return { categories }
}

const crumbs = [
  { name: 'Home', path: links.home() },
  { name: 'All categories', path: links.allCategories() },
]

export default function AllCategories({ loaderData }: PageProps<typeof loader>) {
  const { categories } = loaderData
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
      <Island of={LiveCategories} props={{ first: categories }} />
    </div>
  )
}
