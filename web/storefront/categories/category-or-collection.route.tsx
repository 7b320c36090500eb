import { data, redirect } from '#web/lib/on-server/loader-answers.ts'
import { links } from '#contract/links.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { findBySlug } from '../find-by-slug.ts'
import { notFound } from '../not-found/not-found.ts'
import type { Route } from './+types/category-or-collection.route.ts'
import { CategoryPage } from './category-page.tsx'
import { CollectionPage } from './collection-page.tsx'
import { loadCategory, loadCollection } from './load-listing.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const category = await findBySlug(call, 'category', params.slug)
  const collection = category ? undefined : await findBySlug(call, 'collection', params.slug)
  const found = category ?? collection
  if (!found) throw await notFound(call)
  // An old slug redirects to the current one.
  if (found.slug !== params.slug.toLowerCase()) throw redirect(links.listing(found.slug) + url.search, 301)

  const page = category
    ? await loadCategory(call, found.id, url.searchParams)
    : await loadCollection(call, found.id, url.searchParams)
  if (!page) throw await notFound(call)
  return data(page)
}

export default function CategoryOrCollection({ loaderData: page }: Route.ComponentProps) {
  return page.kind === 'category' ? <CategoryPage {...page} /> : <CollectionPage {...page} />
}
