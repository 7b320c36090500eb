import type { RequestContext } from '#server/http/route.ts'
import { listPlaces, listProductPlaces, listProductRanges, type Place } from './sitemap.queries.ts'

type Context = Pick<RequestContext, 'db' | 'shop'>

/**
 * Addresses in one part. Products are parted by their ids, so that an address stays in its part when others come and go.
 */
const partSize = 10_000

/** Where shoppers alone have something to do. */
const closed = [
  '/api/',
  '/dashboard',
  '/cart',
  '/checkout',
  '/wishlist',
  '/search',
  '/profile',
  '/account',
  '/login',
  '/signup',
  '/forget-password',
]

/** robots.txt. `origin` is scheme and host. */
export function robots(origin: string): string {
  const lines = closed.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', 'Allow: /', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

/** /sitemap.xml: the index of the parts at /sitemap-1.xml, /sitemap-2.xml and so on, not without gaps. */
export async function sitemapIndex({ db, shop }: Context, origin: string): Promise<string> {
  const [places, ranges] = await Promise.all([
    listPlaces(db, shop.configId),
    listProductRanges(db, shop.configId, partSize),
  ])
  const placeParts = partsOf(places)
  const parts: Place[] = [
    ...Array.from({ length: placeParts }, (_, index) => ({ path: `/sitemap-${index + 1}.xml` })),
    ...ranges.map(({ range, changed }) => ({ path: `/sitemap-${placeParts + range + 1}.xml`, changed })),
  ]
  return xmlOf('sitemapindex', 'sitemap', parts, origin)
}

/** One part of the sitemap, from 1; undefined where there is none of that number. */
export async function sitemapPart(
  { db, shop }: Context,
  origin: string,
  n: number,
): Promise<string | undefined> {
  if (!Number.isSafeInteger(n) || n < 1 || n > 1_000_000) return undefined
  const places = await listPlaces(db, shop.configId)
  const range = n - partsOf(places) - 1
  const part =
    range < 0
      ? places.slice((n - 1) * partSize, n * partSize)
      : await listProductPlaces(db, shop.configId, partSize, range)
  return part.length === 0 ? undefined : xmlOf('urlset', 'url', part, origin)
}

const partsOf = (places: readonly Place[]) => Math.ceil(places.length / partSize)

function xmlOf(root: string, element: string, places: readonly Place[], origin: string): string {
  const entries = places.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    return `<${element}><loc>${escapeXml(origin + path)}</loc>${lastmod}</${element}>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</${root}>
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
