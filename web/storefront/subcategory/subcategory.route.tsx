import { data, redirect } from '#web/lib/on-server/loader-answers.ts'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { findBySlug } from '../find-by-slug.ts'
import { parseId } from '../parse-id.ts'
import { categoryCrumbs } from '../category-crumbs.ts'
import { notFound } from '../not-found/not-found.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import { Subcategories } from './subcategories.tsx'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export async function loader({ context, params }: LoaderArgs<'id'>) {
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

export default function SubcategoryPage({ loaderData }: PageProps<typeof loader>) {
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
