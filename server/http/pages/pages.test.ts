import { createHash } from 'node:crypto'
import { data } from 'react-router'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories } from '#contract/catalog/category.ts'
import { getComments } from '#contract/comments/comment.ts'
import { testApp } from '#test/harness/app/app.ts'
import { movedTo, smallPages } from '#test/harness/app/small-pages.ts'

let rendered: string[] = []
let seen: Request | undefined
const script = 'start("</p>")'

const build = smallPages(
  {
    categories: async ({ call, origin, request }) => {
      rendered.push(request.url)
      seen = request
      const { data: categories } = await call(getCategories, {})
      return { origin, names: categories.map((category) => category.productcategoryname) }
    },
    'product/:id': async ({ call, params }) => {
      rendered.push(`product ${params['id']}`)
      return { total: (await call(getComments, { product_id: Number(params['id']) })).total }
    },
    old: async () => {
      rendered.push('old')
      return movedTo('/categories')
    },
    missing: async () => {
      rendered.push('missing')
      return data({ message: 'There is no such page' }, { status: 404 })
    },
    busy: async () => {
      return data({ message: 'Busy' }, { status: 503 })
    },
    broken: async () => {
      throw new Error('secret detail')
    },
    personal: async ({ call }) => call({ ...getCategories, audience: 'customer', path: 'orders' }, {}),
    wrong: async ({ call }) => call(getComments, { product_id: -1 }),
  },
  script,
)
const { app, db, logged, stop } = await testApp({ build })
afterAll(stop)

await db.insertInto('shop_host').values({ config_id: 1, host: 'shop.example' }).execute()
await db.insertInto('category').values({ id: 1000, config_id: 1, name: 'Cups', slug: 'cups' }).execute()
for (const id of [1, 2]) {
  const product = { config_id: 1, id, category_id: 1000, name: 'Mug', slug: `mug-${id}` }
  await db.insertInto('product').values(product).execute()
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'shop.example', ...headers } })

beforeEach(async () => {
  // Waits until the app has received all earlier notifications: then the second request renders nothing.
  await vi.waitUntil(
    async () => {
      const { statusCode } = await get('/categories')
      rendered = []
      await get('/categories')
      return statusCode === 200 && rendered.length === 0
    },
    { timeout: 10_000 },
  )
})

describe('a page', () => {
  it('is rendered once and then cached, with an ETag', async () => {
    const first = await get('/categories/?x=1')
    expect(first.body).toContain('Cups')
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      link: '</assets/text.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
    })
    expect((await get('/categories/?x=1')).body).toBe(first.body)
    expect(rendered).toHaveLength(1)
    const known = await get('/categories/?x=1', { 'if-none-match': String(first.headers['etag']) })
    expect(known.statusCode).toBe(304)
  })

  it('is rendered once, whatever parameters that it does not read are added', async () => {
    const { body } = await get('/categories')
    for (let n = 0; n < 20; n++) expect((await get(`/categories?x=${n}&utm_source=${n}`)).body).toBe(body)
    expect(rendered).toEqual([])
  })

  it('shows a change', async () => {
    await get('/categories')
    await db.insertInto('category').values({ config_id: 1, name: 'Plates', slug: 'plates' }).execute()
    await expect.poll(async () => (await get('/categories')).body).toContain('Plates')
  })

  it('of a product is rendered again after a change of that product, and other pages are not', async () => {
    for (const url of ['/product/1', '/product/2', '/categories']) await get(url)
    rendered = []
    await db
      .insertInto('comment')
      .values({ config_id: 1, product_id: 1, author_name: 'A', body: 'Good' })
      .execute()
    await expect.poll(async () => (await get('/product/1')).body).toContain('"total":1')
    for (const url of ['/product/2', '/categories']) await get(url)
    expect(rendered).toEqual(['product 1'])
  })

  it('is the same for everyone, because its request has no headers', async () => {
    const headers = { cookie: 'session=abc', 'accept-language': 'hi', 'x-forwarded-host': 'evil.example' }
    const { body } = await get('/CATEGORIES?personal', headers)
    expect([...(seen?.headers ?? [])]).toEqual([])
    expect(body).toContain('http://shop.example')
    expect((await get('/CATEGORIES?personal')).body).toBe(body)
    expect(rendered).toHaveLength(1)
  })

  it('is cached per known host, whatever the port', async () => {
    for (const host of ['shop.example', 'shop.example:8080', 'Shop.Example:80']) {
      expect((await get('/categories', { host })).body).toContain('"http://shop.example"')
    }
    expect(rendered).toEqual([])
    for (const host of ['localhost', '203.0.113.7', '[2001:db8::1]:8080', '127.0.0.1:9', '']) {
      expect((await get('/categories', { host })).body).toContain('"http://localhost"')
    }
    expect(rendered).toHaveLength(1)
  })

  it('is refused at a host where no shop opens, and not cached for it', async () => {
    for (const host of ['made-up.example', 'shop.example.made-up.example', 'localhost.example', 'b@d host']) {
      const { statusCode, body, headers } = await get('/categories', { host })
      expect(statusCode).toBe(421)
      expect(body + JSON.stringify(headers)).not.toContain(host)
    }
    expect(rendered).toEqual([])
  })

  it('can call public reads only', async () => {
    expect((await get('/personal')).statusCode).toBe(500)
  })

  it('answers GET and HEAD only', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/categories', headers: { host: 'shop.example' } })
    expect(head.statusCode).toBe(200)
    expect(head.headers['etag']).toBe((await get('/categories')).headers['etag'])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const refused = await app.inject({ method, url: '/categories', headers })
      expect(refused.statusCode).toBe(405)
      expect(refused.headers['allow']).toBe('GET, HEAD')
    }
  })
})

describe('other responses', () => {
  it('cache a permanent redirect', async () => {
    for (let n = 0; n < 2; n++) {
      const moved = await get('/old')
      expect(moved.statusCode).toBe(301)
      expect(moved.headers['location']).toBe('/categories')
    }
    expect(rendered).toEqual(['old'])
  })

  it('do not cache a missing page', async () => {
    for (let n = 0; n < 2; n++) {
      const missing = await get('/missing')
      expect(missing.statusCode).toBe(404)
      expect(missing.headers['cache-control']).toBe('no-store')
    }
    expect(rendered).toEqual(['missing', 'missing'])
    expect((await get('/no/such/page')).statusCode).toBe(404)
  })

  it('say when to retry if the shop is busy', async () => {
    const busy = await get('/busy')
    expect(busy.statusCode).toBe(503)
    expect(busy.headers['retry-after']).toBe('2')
  })

  it('show details of an error in the log only', async () => {
    const broken = await get('/broken')
    expect(broken.statusCode).toBe(500)
    expect(broken.body).not.toContain('secret detail')
    const line = logged.find(({ level, reqId }) => level === 50 && reqId === broken.headers['x-request-id'])
    expect(line).toMatchObject({ err: { message: 'secret detail' } })
  })

  it('refuse hostile addresses without an error or a redirect to another site', async () => {
    const addresses = [
      '/%',
      '/%ff',
      '/%c0%af',
      '//evil.example/',
      '/..%2f..%2fetc/passwd',
      '/%00',
      `/${'x'.repeat(9000)}`,
    ]
    for (const url of addresses) {
      const refused = await get(url)
      expect([301, 308, 400, 404], url).toContain(refused.statusCode)
      expect(refused.headers['location'] ?? '/').toMatch(/^\/(?![/\\])/)
    }
  })
})

describe('security headers', () => {
  it('allow only the page’s own inline scripts, by hash', async () => {
    const { headers } = await get('/categories')
    const policy = String(headers['content-security-policy'])
    const hash = createHash('sha256').update(script).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|unsafe-eval/)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  it('are on error pages too', async () => {
    for (const url of ['/missing', '/broken', '/%ff']) {
      expect((await get(url)).headers['content-security-policy']).toContain("script-src 'self'")
    }
  })
})

describe('for search engines', () => {
  it('there are a sitemap in parts and a robots.txt, cached like pages', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toContain('Sitemap: http://shop.example/sitemap.xml')

    const index = await get('/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
    const parts = [...index.body.matchAll(/<loc>http:\/\/shop\.example(\/sitemap-\d+\.xml)<\/loc>/g)]
    expect(parts.length).toBeGreaterThan(0)
    for (const [, url = ''] of parts) {
      const part = await get(url)
      expect(part.statusCode).toBe(200)
      const again = await get(url, { 'if-none-match': String(part.headers['etag']) })
      expect(again.statusCode).toBe(304)
    }
    for (const url of [
      '/sitemap-0.xml',
      '/sitemap-99.xml',
      '/sitemap-x.xml',
      '/sitemap-1e1.xml',
      '/sitemap-.xml',
    ]) {
      expect((await get(url)).statusCode, url).toBe(404)
    }
  })
})

describe('with PUBLIC_URL and a proxy', () => {
  it('the shop uses that address, and other shops keep their hosts', async () => {
    const env = { PUBLIC_URL: 'https://haat.example', TRUST_PROXY: '127.0.0.1' }
    const { app: behind, db: own, stop: end } = await testApp({ build, env })
    await own.insertInto('shop').values({ config_id: 2, name: 'Second' }).execute()
    await own.insertInto('shop_host').values({ host: 'second.example', config_id: 2 }).execute()
    const ask = (headers: Record<string, string>) => behind.inject({ url: '/categories', headers })
    const second = { host: 'inner', 'x-forwarded-host': 'second.example', 'x-forwarded-proto': 'https' }
    await expect.poll(async () => (await ask(second)).body).toContain('"https://second.example"')
    rendered = []
    for (const host of ['127.0.0.1:8000', 'haat.example', 'haat.example:99', '203.0.113.7', '']) {
      const { body, headers } = await ask({ host })
      expect(body).toContain('"https://haat.example"')
      expect(headers['strict-transport-security']).toContain('max-age=')
    }
    expect(rendered).toHaveLength(1)
    for (const port of ['', ':99']) {
      const other = { ...second, 'x-forwarded-host': `second.example${port}`, 'x-forwarded-proto': 'http' }
      expect((await ask(other)).body).toContain('"https://second.example"')
    }
    for (const host of ['made-up.example', 'www.haat.example', 'b@d host']) {
      const { statusCode, headers } = await ask({ host })
      expect({ statusCode, location: headers['location'] }).toEqual({
        statusCode: 301,
        location: 'https://haat.example/categories',
      })
    }
    for (const header of ['x-forwarded-host', 'host']) {
      const strange = { [header]: 'made-up.example' }
      const call = await behind.inject({ url: '/api/shop', headers: strange })
      expect(call).toMatchObject({ statusCode: 421 })
      expect(call.json()).toMatchObject({ code: 'unknown_host' })
      const post = await behind.inject({ method: 'POST', url: '/categories', headers: strange })
      expect(post.statusCode).toBe(421)
    }
    await end()
  })
})
