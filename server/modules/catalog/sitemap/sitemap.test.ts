import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { seedCatalog } from '#test/harness/data/catalog.ts'
import { createCollection, robots, sitemapIndex, sitemapPart } from '../index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const shopOf = (shopId: number) => ({
  db,
  shop: {
    shopId,
    name: 'Shop',
    tagline: '',
    currency: 'INR',
    locale: 'en-IN',
    timeZone: 'Asia/Kolkata',
    email: '',
  },
})
const context = shopOf(1)
const origin = 'https://shop.example'

const { products, categoryIds, subcategories } = await seedCatalog(db, 1, 30)
await db
  .transaction()
  .execute((tx) =>
    createCollection(
      tx,
      { shopId: 1, actor: { id: null, name: 'Asha' } },
      { name: 'Sale', rule: { onsale: true } },
    ),
  )
await db
  .insertInto('content_page')
  .values({ config_id: 1, slug: 'help/shipping', title: 'Shipping', body: 'Free.' })
  .execute()
await db.insertInto('shop').values({ config_id: 2, name: 'Empty shop' }).execute()

/** The URLs in a sitemap. Fails for unexpected content. */
function read(xml: string | undefined, root: 'urlset' | 'sitemapindex'): string[] {
  const element = root === 'urlset' ? 'url' : 'sitemap'
  const entry = `<${element}><loc>[^<>"' ]+</loc>(<lastmod>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z</lastmod>)?</${element}>\n`
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  expect(xml).toMatch(
    new RegExp(
      `^<\\?xml version="1.0" encoding="UTF-8"\\?>\n<${root} xmlns="${namespace}">\n(${entry})+</${root}>\n$`,
    ),
  )
  return [...(xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
}

it('lists every public page once across the parts of its index', async () => {
  const parts = read(await sitemapIndex(context, origin), 'sitemapindex')
  expect(parts).toEqual([`${origin}/sitemap-1.xml`, `${origin}/sitemap-2.xml`])
  const [places, details] = await Promise.all(
    [1, 2].map(async (n) => read(await sitemapPart(context, origin, n), 'urlset')),
  )
  expect(places).toHaveLength(new Set(places).size)
  expect(places).toEqual(
    expect.arrayContaining(
      ['/', '/categories', '/products', '/categories/sale', '/help/shipping', '/categories/decor'].map(
        (path) => origin + path,
      ),
    ),
  )
  for (const { id, categoryId } of subcategories)
    expect(places).toContain(`${origin}/products/${categoryId}/${id}`)
  const live = products.filter((product) => product.live).map(({ id }) => `${origin}/product-details/${id}`)
  expect(details).toEqual(live)
})

it('splits products into parts of 10,000 ids and skips empty parts', async () => {
  const row = { config_id: 1, category_id: categoryIds[0] ?? 0, name: 'Far' }
  await db
    .insertInto('product')
    .values([1_000_000, 1_000_001, 2_147_483_647].map((id) => ({ ...row, id, slug: `far-${id}` })))
    .execute()
  const parts = read(await sitemapIndex(context, origin), 'sitemapindex').map((loc) =>
    Number(/-(\d+)\./.exec(loc)?.[1]),
  )
  expect(parts).toEqual([1, 2, 101, 102, 214_750])
  const addresses = await Promise.all(
    parts.slice(2).map(async (n) => read(await sitemapPart(context, origin, n), 'urlset')),
  )
  expect(addresses.flat()).toEqual(
    [1_000_000, 1_000_001, 2_147_483_647].map((id) => `${origin}/product-details/${id}`),
  )
})

it.each([0, -1, 3, 1.5, Number.NaN, 2 ** 31, 1_000_000])('has no part %d', async (n) => {
  expect(await sitemapPart(context, origin, n)).toBeUndefined()
})

it('contains only the pages of its own shop', async () => {
  const empty = shopOf(2)
  expect(read(await sitemapIndex(empty, origin), 'sitemapindex')).toEqual([`${origin}/sitemap-1.xml`])
  expect(read(await sitemapPart(empty, origin, 1), 'urlset')).toHaveLength(3)
  expect(await sitemapPart(empty, origin, 2)).toBeUndefined()
})

it('escapes the origin', async () => {
  expect(await sitemapIndex(context, `https://a/?b&c<d>"'`)).toContain(
    '<loc>https://a/?b&amp;c&lt;d&gt;&quot;&apos;/sitemap-1.xml</loc>',
  )
})

it('lists disallowed paths and the sitemap in robots.txt', () => {
  const text = robots(origin)
  expect(text).toMatch(
    /^User-agent: \*\nAllow: \/\n(Disallow: \/[a-z/-]+\n)+\nSitemap: https:\/\/shop\.example\/sitemap\.xml\n$/,
  )
  for (const path of ['/api/', '/cart', '/dashboard', '/search'])
    expect(text).toContain(`Disallow: ${path}\n`)
})
