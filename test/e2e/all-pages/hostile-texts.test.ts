import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { payloads, poison } from '#test/harness/hostile/poison.ts'
import { placeOrder } from '../support/place-order.ts'
import { hydrated, openPage } from '../support/page.ts'
import { startShop, type Shop } from '../support/shop.ts'

// Its own shop, where every text is hostile.
let shop: Shop
let db: Database
let poisoned: string[]
let order: string
const staff = makeToken()
const shared = makeToken()

beforeAll(async () => {
  shop = await startShop()
  db = connect(shop.databaseUrl, { limits: false })
  await fill()
  const { product_id } = await db
    .selectFrom('variant')
    .select('product_id')
    .groupBy('product_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .orderBy('product_id')
    .executeTakeFirstOrThrow()
  const [fullName = '', line1 = '', line2 = '', city = ''] = payloads
  order = await placeOrder(
    { productid: product_id },
    {
      base: shop.url,
      cookie: `session=${staff}`,
      shipping: { fullName, line1, line2, city },
      note: payloads.join(' '),
    },
  )
  poisoned = await poison(db)
})
afterAll(async () => {
  await db.destroy()
  await shop.stop()
})

/** Adds rows that the demo catalog does not have. */
async function fill() {
  const own = { config_id: 1 }
  const asha = { ...own, full_name: 'Asha', password_hash: 'none' }
  const [user_id = 0, admin = 0] = (
    await db
      .insertInto('app_user')
      .values([
        { ...asha, email: 'asha@example.com' },
        { ...asha, email: 'boss@example.com', role_id: 1 },
      ])
      .returning('id')
      .execute()
  ).map(({ id }) => id)
  const expires_at = new Date(Date.now() + 3_600_000)
  const session = { ...own, expires_at, user_agent: 'A browser' }
  await db
    .insertInto('session')
    .values([
      { ...session, user_id: admin, token_hash: hashToken(staff) },
      { ...session, user_id, token_hash: hashToken(makeToken()) },
    ])
    .execute()
  const at = { full_name: 'Asha', line1: 'x', line2: 'x', city: 'x', state: 'x', country: 'IN' }
  await db
    .insertInto('address')
    .values(
      [user_id, admin].map((of) => ({
        ...own,
        ...at,
        user_id: of,
        phone: '+919812345678',
        pincode: '411001',
      })),
    )
    .execute()
  const comments = payloads.map((_, n) => ({
    ...own,
    product_id: n + 1,
    user_id,
    author_name: 'Asha',
    body: 'x',
    answer: 'x',
  }))
  await db.insertInto('comment').values(comments).execute()
  const noted = { ...own, user_id, author_name: 'Asha', body: 'x' }
  await db.insertInto('customer_note').values(noted).execute()
  const change = { ...own, actor_name: payloads[1] ?? '', action: 'update', subject: 'product' }
  const entries = payloads.map((text, n) => ({
    ...change,
    subject_id: String(n + 1),
    before: JSON.stringify({ name: 'x', [text]: text }),
    after: JSON.stringify({ name: text, description: text, [text]: 'x' }),
  }))
  await db.insertInto('audit_entry').values(entries).execute()
  const title = (n: number) => payloads[n % payloads.length]?.slice(0, 40) ?? ''
  const footer = [0, 1].map((n) => ({ title: title(n), links: [{ name: title(n + 2), to: '/about' }] }))
  await db
    .insertInto('setting')
    .values([
      { ...own, key: 'footer.groups', value: JSON.stringify(footer) },
      { ...own, key: 'payment.bank_details', value: JSON.stringify(payloads.join('\n')) },
      { ...own, key: 'invoice.gstin', value: JSON.stringify('27AAPFU0939F1ZV') },
    ])
    .execute()
  const { id: shopper_id } = await db
    .insertInto('shopper')
    .values({ ...own, user_id: admin, share_token: shared })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('wishlist_item')
    .values({ ...own, shopper_id, product_id: 1 })
    .execute()
  await db.updateTable('banner').set({ link: '/"><img data-xss src=x onerror=window.ran=1>' }).execute()
}

const texts = `address.line1 app_user.full_name banner.title category.name collection.description comment.body
  content_page.body customer_note.body product.description product.options product.search_title
  order_event.note order_line.name product_image.alt product_specification.description shop.tagline shop.address specification.name subcategory.name
  variant.options variant.sku`

it('every text of the shop is hostile', () => {
  expect(poisoned).toEqual(expect.arrayContaining(texts.split(/\s+/)))
})

/** Finds active content: elements that a payload has created, code in attributes, and script URLs. */
function findAlive(html: string | null): string[] {
  const root = html === null ? document : new DOMParser().parseFromString(html, 'text/html')
  const found: string[] = []
  for (const element of root.querySelectorAll('*')) {
    const { tagName } = element
    if (element.hasAttribute('data-xss')) found.push(`a ${tagName} of ours`)
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc') found.push(`${tagName} ${name}=${value}`)
      const scheme = /^(javascript|vbscript|data):/i.exec(value.replace(/[\s\p{Cc}]/gu, ''))
      const leads =
        ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name) ||
        (name === 'content' && element.hasAttribute('http-equiv'))
      if (scheme && leads && !value.startsWith('data:image/')) found.push(`${tagName} ${name}=${value}`)
    }
  }
  return found
}

// Every product holds all payloads in its long texts; short ones hold one each.
const products = [1, 2, 3, 4, 5].map((n) => `/product-details/${n}`)
// Those that could leave an attribute, an element or a script; the others are about links and Markdown.
const inHtml = payloads.filter((text) => /^[<"'\u2028{]/.test(text))
const addresses = payloads.filter((text) => /^(javascript|"|<a)/.test(text))
const publicPages = [
  '/',
  '/allcategories',
  '/categories',
  '/subcategory/1',
  '/products',
  '/products?page=2',
  '/products/1/1',
  ...products,
  ...inHtml.map((text) => `/search?q=${encodeURIComponent(text.slice(0, 100))}`),
  '/about',
  '/contact',
  '/help/shipping',
  '/help/faq',
  `/wishlists/${shared}`,
  ...addresses.map((text) => `/login?next=${encodeURIComponent(text)}`),
]

/** The images of Markdown payloads do not exist. */
const expected = /status of (404|400)/

it('the server renders them as text', async () => {
  // The page that parses the others applies its own policy to their styles.
  const page = await openPage('/help/returns', {
    base: shop.url,
    expected: /status of (404|400)|^Applying inline style/,
  })
  const categories = await db.selectFrom('category').select('slug').execute()
  const saw = new Set<string>()
  for (const path of [...publicPages, ...categories.map(({ slug }) => `/categories/${slug}`)]) {
    const answer = await fetch(shop.url + path)
    const html = await answer.text()
    expect(answer.status, `${path}: ${html.slice(0, 200)}`).toBe(200)
    expect(await page.evaluate(findAlive, html), path).toEqual([])
    for (const part of ['&lt;script data-xss', '&lt;svg data-xss', 'javascript:window.ran', '{{constructor'])
      if (html.includes(part)) saw.add(part)
  }
  expect(saw.size).toBe(4)
})

it('the API never returns them as HTML', async () => {
  for (const path of [
    '/api/productcategory/category',
    '/api/home',
    '/api/shop',
    '/sitemap.xml',
    '/nothing?<script>',
  ]) {
    const { headers } = await fetch(shop.url + path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    if (path.startsWith('/api/')) expect(headers.get('content-type'), path).toMatch(/^application\/json/)
  }
})

async function expectInert(page: Page, path: string) {
  expect(await page.evaluate(findAlive, null), path).toEqual([])
  expect(await page.evaluate(() => 'ran' in window), path).toBe(false)
}

it('storefront pages show them as text', async () => {
  const page = await openPage('/', { base: shop.url, expected })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => void (dialogs.push(dialog.message()), dialog.dismiss()))
  for (const path of ['/', '/product-details/1', '/product-details/5', '/about', `/wishlists/${shared}`]) {
    await page.goto(path)
    await hydrated(page)
    await expectInert(page, path)
  }
  expect(dialogs).toEqual([])
})

it('the dashboard shows them as text', async () => {
  const page = await openPage('/login', { base: shop.url, expected })
  await page.context().addCookies([{ name: 'session', value: staff, url: shop.url }])
  const [customer] = await db.selectFrom('app_user').select('id').where('role_id', '=', 2).execute()
  const some = `all-products products/1 categories specifications collections banner customers/${customer?.id} comments
    audit pages/1 orders orders/${order} emails stock reports settings settings/payment`
  let pagesWithPayload = 0
  for (const path of some.split(/\s+/)) {
    await page.goto(`/dashboard/${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy="true"], .animate-pulse').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${path}`)
    await expectInert(page, path)
    if ((await page.content()).includes('window.ran')) pagesWithPayload++
  }
  expect(pagesWithPayload).toBeGreaterThan(11)
  for (const path of ['/profile?tab=addresses', `/orders/${order}`]) {
    await page.goto(path)
    await page.getByText('window.ran').first().waitFor()
    await expectInert(page, path)
  }
  for (const paper of ['invoice', 'packing-slip']) {
    const answer = await page.request.get(`/api/admin/orders/${order}/${paper}`)
    expect(answer.status(), paper).toBe(200)
    expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf' })
  }
})
