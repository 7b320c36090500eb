import { data, redirect } from 'react-router'
import { getCategories, getSubcategories } from '#contract/category.ts'
import { links } from '#contract/links.ts'
import { callContext } from '../../lib/page-context.ts'
import { findBySlug } from '../find-by-slug.ts'
import { notFound } from '../not-found/not-found.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import type { Route } from './+types/subcategory.route.ts'
import { Subcategories } from './subcategories.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const id = /^[1-9]\d{0,9}$/.test(params.id) ? Number(params.id) : undefined
  if (!id) {
    const found = await findBySlug(call, 'category', params.id)
    if (found) throw redirect(links.category(found.id), 301)
    throw await notFound(call)
  }
  const categories = await call(getCategories, {})
  const category = categories.data.find((one) => one.id === id)
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
  const crumbs = [
    { name: 'Home', path: links.home() },
    { name: 'Categories', path: links.categories() },
    { name, path: links.category(category.id) },
  ]
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        // `/categories/{slug}` has the plain name: no two pages have the same title.
        title={`Shop ${name}`}
        description={`${name}: ${subcategories?.map((one) => one.subcategoryname).join(', ') ?? ''}`}
        path={links.category(category.id)}
        picture={category.productcategoryimage}
        crumbs={crumbs}
      />
      <PageTitle title={name} crumbs={crumbs} />
      <Subcategories category={category} subcategories={subcategories} />
    </div>
  )
}
