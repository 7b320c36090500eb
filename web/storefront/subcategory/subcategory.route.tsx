import { data, redirect } from '#web/lib/on-server/loader-answers.ts'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { findBySlug, parseId } from '../find-by-slug.ts'
import { categoryCrumbs } from '../category-crumbs.ts'
import { notFound } from '../not-found/not-found.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import type { Route } from './+types/subcategory.route.ts'
import { Subcategories } from './subcategories.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const id = parseId(params.id)
  if (id === undefined) {
    const found = await findBySlug(call, 'category', params.id)
    if (found) throw redirect(links.category(found.id), 301)
    throw await notFound(call)
  }
  const categories = await call(getCategories, {})
  const category = categories.data.find((item) => item.id === id)
  if (!category) throw await notFound(call)
  try {
    const { data: subcategories } = await call(getSubcategories, { parent_category_id: id })
    return data({ category, subcategories })
  } catch {
    return data({ category, subcategories: undefined }, 503)
  }
}

export default function SubcategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, subcategories } = loaderData
  const name = category.productcategoryname
  const { id, slug } = category
  const crumbs = categoryCrumbs({ id, name, slug })
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        title={`Shop ${name}`}
        description={`${name}: ${subcategories?.map(({ subcategoryname }) => subcategoryname).join(', ') ?? ''}`}
        // The page by the category's name is the one for search engines.
        path={links.listing(slug)}
        image={category.productcategoryimage}
        crumbs={crumbs}
      />
      <PageTitle title={name} crumbs={crumbs} />
      <Subcategories category={category} subcategories={subcategories} />
    </div>
  )
}
