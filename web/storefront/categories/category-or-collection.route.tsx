import { data, redirect } from '#web/lib/on-server/loader-answers.ts'
import { links } from '#contract/links.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { findBySlug } from '../find-by-slug.ts'
import { notFound } from '../not-found/not-found.ts'
import { CategoryPage } from './category-page.tsx'
import { CollectionPage } from './collection-page.tsx'
import { loadCategory, loadCollection } from './load-listing.ts'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export async function loader({ context, params, request }: LoaderArgs<'slug'>) {
  const { search, searchParams } = new URL(request.url)
  const call = context.get(callContext)
  const category = await findBySlug(call, 'category', params.slug)
  const collection = category ? undefined : await findBySlug(call, 'collection', params.slug)
  const found = category ?? collection
  if (!found) throw await notFound(call)
  // An old slug redirects to the current one.
  if (found.slug !== params.slug.toLowerCase()) throw redirect(links.listing(found.slug) + search, 301)

  const page = category
    ? await loadCategory(call, found.id, searchParams)
    : await loadCollection(call, found.id, searchParams)
  if (!page) throw await notFound(call)
  return data(page)
}

export default function CategoryOrCollection({ loaderData: page }: PageProps<typeof loader>) {
  return page.kind === 'category' ? <CategoryPage {...page} /> : <CollectionPage {...page} />
}
