import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import type { RequestContext } from '#server/http/route.ts'
import { listPages, listProductPages, listProductRanges, type SitemapEntry } from './sitemap.queries.ts'

type Context = Pick<RequestContext, 'db' | 'shop'>

/** URLs per part. Product ids decide the part, so a URL stays in its part when products are added or removed. */
const PART_SIZE = 10_000

/** Paths that are useless to search engines. */
const disallowedPaths = [
  '/api/',
  dashboardLinks.overview(),
  links.cart(),
  links.checkout(),
  links.wishlist(),
  links.search(),
  links.profile(),
  links.account(),
  links.login(),
  links.signup(),
  links.forgotPassword(),
]

/** The content of robots.txt. `origin` is scheme and host. */
export function robots(origin: string): string {
  const lines = disallowedPaths.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', 'Allow: /', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

/** /sitemap.xml: the index of /sitemap-1.xml, /sitemap-2.xml and so on; numbers may be missing. */
export async function sitemapIndex({ db, shop }: Context, origin: string): Promise<string> {
  const [pages, ranges] = await Promise.all([
    listPages(db, shop.shopId),
    listProductRanges(db, shop.shopId, PART_SIZE),
  ])
  const pageParts = partCount(pages)
  const parts: SitemapEntry[] = [
    ...Array.from({ length: pageParts }, (_, index) => ({ path: `/sitemap-${index + 1}.xml` })),
    ...ranges.map(({ range, changed }) => ({ path: `/sitemap-${pageParts + range + 1}.xml`, changed })),
  ]
  return xmlOf('sitemapindex', 'sitemap', parts, origin)
}

/** One part of the sitemap, counted from 1, or undefined. */
export async function sitemapPart(
  { db, shop }: Context,
  origin: string,
  n: number,
): Promise<string | undefined> {
  if (!Number.isSafeInteger(n) || n < 1 || n > 1_000_000) return undefined
  const pages = await listPages(db, shop.shopId)
  const range = n - partCount(pages) - 1
  const part =
    range < 0
      ? pages.slice((n - 1) * PART_SIZE, n * PART_SIZE)
      : await listProductPages(db, shop.shopId, PART_SIZE, range)
  return part.length === 0 ? undefined : xmlOf('urlset', 'url', part, origin)
}

const partCount = (pages: readonly SitemapEntry[]) => Math.ceil(pages.length / PART_SIZE)

function xmlOf(root: string, element: string, entries: readonly SitemapEntry[], origin: string): string {
  const elements = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    return `<${element}><loc>${escapeXml(origin + path)}</loc>${lastmod}</${element}>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${elements.join('')}</${root}>
`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
