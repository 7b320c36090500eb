import { redirect } from '#web/lib/on-server/loader-answers.ts'
import { useRouteLoaderData } from 'react-router'
import { getContentPage } from '#contract/content/content-page.ts'
import type { Call } from '#contract/endpoint.ts'
import { links, topLevelPages } from '#contract/links.ts'
import { callContext } from '#web/lib/on-server/page-context.ts'
import { plainText } from '#web/lib/format/plain-text.ts'
import { notFound } from '../not-found/not-found.ts'
import { PageHead } from '../page-head.tsx'
import { PageTitle } from '../page-title.tsx'
import type { FooterGroup } from '#contract/settings/home.ts'
import { layoutId } from '../layout/layout-id.ts'
import type { loader as layoutLoader } from '../layout/layout.route.tsx'
import type { LoaderArgs, PageProps } from '#web/lib/on-server/route.ts'

export async function loader({ context, request }: LoaderArgs) {
  const call = context.get(callContext)
  const path = new URL(request.url).pathname.replace(/^\/|\/$/g, '').toLowerCase()
  const slug = path.replace(/^pages\//, '')
  // Each page has one canonical URL.
  if (links.page(slug) !== `/${path}` && topLevelPages.includes(slug)) throw redirect(links.page(slug), 301)
  const page = await findPage(call, slug)
  // An old slug redirects to the current one.
  if (page.slug !== slug) throw redirect(links.page(page.slug), 301)
  return page
}

async function findPage(call: Call, slug: string) {
  try {
    return (await call(getContentPage, { slug })).data
  } catch (error) {
    // The page is not published (404), or the path cannot be a slug (400).
    if (error instanceof Response && [400, 404].includes(error.status)) throw await notFound(call)
    throw error
  }
}

export default function ContentPage({ loaderData }: PageProps<typeof loader>) {
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
        {/* The server renders it from Markdown and escapes all HTML. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: withScrollingTables(html) }} />
        <RelatedPages slug={slug} />
      </div>
    </div>
  )
}

/** Makes tables scroll that are wider than the screen, also by keyboard. */
function withScrollingTables(html: string): string {
  return html
    .replaceAll(
      '<table>',
      '<div class="overflow-x-auto" role="region" aria-label="Table" tabindex="0"><table>',
    )
    .replaceAll('</table>', '</table></div>')
}

/** Links to the pages of the same footer group. */
function RelatedPages({ slug }: { slug: string }) {
  const currentPath = links.page(slug)
  const group = useFooterGroups().find((item) => item.links.some(({ to }) => to === currentPath))
  const pages = group?.links.filter(({ to }) => to.startsWith('/'))
  if (!group || !pages) return null
  return (
    <nav aria-label={group.title} className="lg:justify-self-end">
      <ul className="border-t border-line lg:sticky lg:top-28 lg:w-64">
        {pages.map(({ name, to }) => (
          <li key={to} className="border-b border-line">
            <a
              href={to}
              aria-current={to === currentPath ? 'page' : undefined}
              className="block py-3.5 text-quiet underline-offset-4 hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The footer's groups of links, as staff have set them. */
function useFooterGroups(): FooterGroup[] {
  return useRouteLoaderData<typeof layoutLoader>(layoutId)?.footer ?? []
}
