import { describe, expect, it } from 'vitest'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { links } from '#contract/links.ts'
import { getProducts } from '#contract/catalog/product.ts'
import { ask } from '../support/catalog.ts'
import { shopUrl } from '../support/page.ts'

const get = (path: string, init: RequestInit = {}) => fetch(shopUrl + path, { redirect: 'manual', ...init })

/** The metadata of a page. */
async function head(path: string) {
  const html = await (await get(path)).text()
  const find = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    canonical: find(/<link rel="canonical" href="([^"]*)"/),
    robots: find(/<meta name="robots" content="([^"]*)"/),
    structured: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    ),
  }
}

describe('unknown URLs answer 404', () => {
  it.each([
    '/nope',
    '/categories/nope',
    '/subcategory/999999',
    '/subcategory/nope',
    '/products/1/999999',
    '/products/nope/nope',
    '/product-details/999999',
    '/product-details/nope',
    '/help/nope',
    '/uploads/nope.webp',
    '/assets/nope.js',
  ])('%s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

describe('a slug instead of an id redirects with 301', () => {
  it('for a category, a subcategory and a product', async () => {
    const [category] = (await ask(getCategories, {})).data
    const [subcategory] = (await ask(getSubcategories, { parent_category_id: category!.id })).data
    const [product] = (await ask(getProducts, { page: 1, limit: 1 })).response
    for (const [from, to] of [
      [`/subcategory/${category!.slug}`, links.category(category!.id)],
      [`/products/${category!.slug}/${subcategory!.slug}`, links.products(category!.id, subcategory!.id)],
      [`/product-details/${product!.slug}`, links.product(product!.productid)],
    ] as const) {
      const answer = await get(from)
      expect([from, answer.status, answer.headers.get('location')]).toEqual([from, 301, to])
    }
  })
})

describe('canonical URLs', () => {
  it.each([
    ['/', '/'],
    ['/SubCategory/1', '/categories/tableware'],
    ['/categories/tableware', '/categories/tableware'],
    ['/products', '/products'],
    ['/products?page=2', '/products?page=2'],
    ['/product-details/1/1', '/product-details/1'],
    ['/categories/men', '/categories/men'],
    ['/help/shipping', '/help/shipping'],
  ])('of %s is %s', async (path, canonical) => {
    const page = await head(path)
    expect(page.canonical).toBe(shopUrl + canonical)
    expect(page.robots).toBeUndefined()
  })

  it.each(['/products?sort=name', '/products?onsale=1', '/products/1/1?instock=1', '/search?q=mug'])(
    '%s is not indexed',
    async (path) => {
      expect((await head(path)).robots).toBe('noindex')
    },
  )
})

it('describes a product with name, price, stock and breadcrumbs', async () => {
  const { structured } = await head('/product-details/1')
  const group = structured.find((item) => item['@type'] === 'ProductGroup')
  expect(group).toMatchObject({
    '@context': 'https://schema.org',
    name: expect.any(String),
    image: expect.arrayContaining([expect.stringContaining('/uploads/')]),
    hasVariant: expect.arrayContaining([
      expect.objectContaining({
        offers: expect.objectContaining({
          priceCurrency: 'INR',
          availability: expect.stringMatching(/^https:\/\/schema.org\/(In|OutOf)Stock$/),
        }),
      }),
    ]),
  })
  const crumbs = structured.find((item) => item['@type'] === 'BreadcrumbList')
  expect(crumbs).toHaveProperty('itemListElement[0].item', `${shopUrl}/`)
})

describe('robots.txt and sitemap', () => {
  it('list every product', async () => {
    const robots = await (await get('/robots.txt')).text()
    const index = /^Sitemap: (\S+)$/m.exec(robots)?.[1]
    const parts = [...(await (await fetch(index!)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, part]) => part!,
    )
    const texts = await Promise.all(parts.map(async (part) => (await fetch(part)).text()))
    const urls = texts.flatMap((text) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url))
    const { response } = await ask(getProducts, {})
    for (const { productid } of response) expect(urls).toContain(shopUrl + links.product(productid))
    expect(urls).toContain(`${shopUrl}/`)
    expect(new Set(urls).size).toBe(urls.length)
  })
})

describe('headers', () => {
  it('restrict scripts and framing', async () => {
    const { headers } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts).toContain("'self'")
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBeTruthy()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('let browsers revalidate a page', async () => {
    const twice = async () => {
      const first = await get('/')
      const again = await get('/', { headers: { 'if-none-match': first.headers.get('etag')! } })
      return { status: again.status, bytes: (await again.text()).length }
    }
    // Other tests change the catalog, and with it the page, between two requests.
    await expect.poll(twice).toEqual({ status: 304, bytes: 0 })
  })

  it('let images and scripts be cached forever', async () => {
    const html = await (await get('/')).text()
    const script = /"(\/assets\/[^"]*\.js)"/.exec(html)![1]!
    const image = /src="(\/uploads\/[^"]*)"/.exec(html)![1]!
    for (const path of [script, image]) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
    }
  })
})
