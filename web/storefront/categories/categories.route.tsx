import { getCategories } from '#contract/catalog/category.ts'
import { getCollections } from '#contract/catalog/collection.ts'
import { links } from '#contract/links.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import { ImageLink } from '../image-link.tsx'
import { CategoryGrid } from './category-grid.tsx'
import { NoCategories } from './no-categories.tsx'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export async function loader({ context }: LoaderArgs) {
  const call = context.get(callContext)
  const [categories, collections] = await Promise.all([call(getCategories, {}), call(getCollections, {})])
  return { categories: categories.data, collections: collections.data }
}

const crumbs = [
  { name: 'Home', path: links.home() },
  { name: 'Categories', path: links.categories() },
]

export default function Categories({ loaderData }: PageProps<typeof loader>) {
  const { categories, collections } = loaderData
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        title="Categories"
        description="Shop by category or browse our collections."
        path={links.categories()}
        image={categories[0]?.productcategoryimage}
        crumbs={crumbs}
      />
      <PageTitle title="Categories" crumbs={crumbs} />
      {categories.length > 0 ? <CategoryGrid categories={categories} priority={4} /> : <NoCategories />}
      {collections.length > 0 && (
        <section aria-labelledby="collections" className="mt-16 lg:mt-24">
          <h2 id="collections" className="mb-6 font-display text-section lg:mb-10">
            Collections
          </h2>
          <ul className="image-grid">
            {collections.map(({ id, name, slug, image }) => (
              <li key={id}>
                <ImageLink to={links.listing(slug)} name={name} image={image} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
