import { redirect } from 'react-router'
import { getContentPage } from '#contract/content-page.ts'
import type { Call } from '#contract/endpoint.ts'
import { links, ownAddressPages } from '#contract/links.ts'
import { callContext } from '../../lib/page-context.ts'
import { plainText } from '../../lib/plain-text.ts'
import { notFound } from '../not-found/not-found.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import type { Route } from './+types/content-page.route.ts'
import { Neighbours } from './neighbours.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const path = url.pathname.replace(/^\/|\/$/g, '').toLowerCase()
  const slug = path.replace(/^pages\//, '')
  // A page stands at one address.
  if (links.page(slug) !== `/${path}` && ownAddressPages.includes(slug)) throw redirect(links.page(slug), 301)
  const page = await findPage(call, slug)
  // An old address leads to the new one.
  if (page.slug !== slug) throw redirect(links.page(page.slug), 301)
  return page
}

async function findPage(call: Call, slug: string) {
  try {
    return (await call(getContentPage, { slug })).data
  } catch (error) {
    // The shop has taken this page down, or it cannot be the address of one.
    if (error instanceof Response && [400, 404].includes(error.status)) throw await notFound(call)
    throw error
  }
}

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  const { slug, title, html } = loaderData
  const crumbs = [
    { name: 'Home', path: links.home() },
    { name: title, path: links.page(slug) },
  ]
  return (
    <div className="page-width pb-16 lg:pb-24">
      <PageHead
        title={title}
        description={plainText(html.replaceAll(/<h\d[^>]*>.*?<\/h\d>/gs, ' ')).slice(0, 200)}
        path={links.page(slug)}
        type="article"
        crumbs={crumbs}
      />
      <PageTitle title={title} crumbs={crumbs} />
      <div className="grid grid-cols-1 gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,42rem)_1fr]">
        {/* Made on the server from the Markdown of staff, with all HTML in it escaped. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: withScrollingTables(html) }} />
        <Neighbours slug={slug} />
      </div>
    </div>
  )
}

/** A table wider than the screen scrolls by itself, also by keyboard. */
function withScrollingTables(html: string): string {
  return html
    .replaceAll(
      '<table>',
      '<div class="overflow-x-auto" role="region" aria-label="Table" tabindex="0"><table>',
    )
    .replaceAll('</table>', '</table></div>')
}
