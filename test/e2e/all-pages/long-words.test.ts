import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { poison } from '#test/harness/hostile/poison.ts'
import { newUser, openSessionOf } from '#test/harness/people/account.ts'
import { hydrated, openPage } from '../support/page.ts'
import { placeOrder } from '../support/place-order.ts'
import { startShop, type Shop } from '../support/shop.ts'

const wide = 'W'.repeat(60)
/** Words that break only anywhere: of any letters, of wide ones, of letters and digits, and of a script without spaces. */
const words = [
  'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft',
  wide,
  'x9_'.repeat(20),
  'ආ'.repeat(50),
]

// Its own shop, where every text has long words.
let shop: Shop
let db: Database
let poisoned: string[]
let order: string
let cookie: string

const own = { config_id: 1 }

beforeAll(async () => {
  shop = await startShop()
  db = connect(shop.databaseUrl, { limits: false })
  const { id: user_id } = await newUser(db, { role_id: 1 })
  cookie = await openSessionOf(db, user_id)
  const { id: simple } = await db
    .selectFrom('variant')
    .select('product_id as id')
    .groupBy('product_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .orderBy('product_id')
    .executeTakeFirstOrThrow()
  order = await placeOrder(
    { productid: simple },
    {
      base: shop.url,
      cookie: `session=${cookie}`,
      shipping: { fullName: wide, line1: wide, line2: wide, city: wide },
      note: words.join(' '),
    },
  )
  const comment = { ...own, user_id, author_name: 'x', body: 'x', answer: 'x' }
  await db
    .insertInto('comment')
    .values([1, 2].map((product_id) => ({ ...comment, product_id })))
    .execute()
  await db
    .insertInto('comment')
    .values({ ...comment, product_id: 1, kind: 'question' })
    .execute()
  await db
    .insertInto('address')
    .values({
      ...own,
      user_id,
      full_name: 'x',
      line1: 'x',
      line2: 'x',
      city: 'x',
      state: 'x',
      country: 'IN',
      phone: '+919812345678',
      pincode: '411001',
    })
    .execute()
  const { id: shopper_id } = await db
    .insertInto('shopper')
    .values({ ...own, user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const variants = await db.selectFrom('variant').select('id').where('product_id', 'in', [1, 2]).execute()
  await db
    .insertInto('cart_line')
    .values(
      variants.map(({ id }) => ({ ...own, shopper_id, variant_id: id, quantity: 1, price_at_add: 100 })),
    )
    .execute()
  await db
    .insertInto('wishlist_item')
    .values([1, 2].map((product_id) => ({ ...own, shopper_id, product_id })))
    .execute()
  poisoned = await poison(db, words)
}, 120_000)
afterAll(async () => {
  await db.destroy()
  await shop.stop()
})

it('has long words in every text', () => {
  expect(poisoned).toEqual(
    expect.arrayContaining([
      'product.name',
      'category.name',
      'variant.options',
      'comment.body',
      'product_specification.description',
      'order_line.name',
    ]),
  )
})

/** How far the page can be scrolled sideways, and which texts reach out of it. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - innerWidth
    if (excess <= 0) return undefined
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const outside: string[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const range = document.createRange()
      range.selectNodeContents(text)
      if (range.getBoundingClientRect().right > innerWidth)
        outside.push(`"${text.data.slice(0, 40)}" in ${text.parentElement?.className ?? ''}`)
    }
    return `${excess} px: ${outside.slice(0, 5).join(' | ')}`
  })

const widths = [768, 1440, 360]

async function openAll(page: Page, paths: readonly string[], ready: (page: Page) => Promise<unknown>) {
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await ready(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const excess = await tooWide(page)
      if (excess) faults.push(`${path} at ${width} px by ${excess}`)
    }
  }
  return faults
}

const signIn = (page: Page) => page.context().addCookies([{ name: 'session', value: cookie, url: shop.url }])
const expected = /status of 4\d\d/

it('every page of the storefront breaks them, on every screen', async () => {
  const categories = await db.selectFrom('category').select('slug').limit(2).execute()
  const collection = await db.selectFrom('collection').select('slug').limit(1).execute()
  const page = await openPage('/', { base: shop.url, width: 360, expected, first: signIn })
  const paths = [
    '/',
    '/allcategories',
    '/categories',
    ...categories.map(({ slug }) => links.listing(slug)),
    ...collection.map(({ slug }) => `/collections/${slug}`),
    '/subcategory/1',
    '/products',
    `/search?q=${wide}`,
    `/search?q=${words[0]}`,
    '/product-details/1',
    '/product-details/2?tab=comments',
    '/compare?products=1,2,3',
    '/cart',
    '/checkout',
    '/wishlist',
    '/orders',
    `/orders/${order}`,
    '/profile',
    '/profile?tab=addresses',
    '/about',
    '/contact',
    '/help/returns',
  ]
  expect(await openAll(page, paths, hydrated)).toEqual([])
}, 120_000)

it('tabs, menus and dialogs of the product page break them too', async () => {
  const page = await openPage('/product-details/1', { base: shop.url, width: 360, expected, first: signIn })
  for (const name of ['Specifications', 'Comments']) {
    await page.getByRole('tab', { name }).click()
    expect(await tooWide(page), name).toBeUndefined()
  }
  await page.getByText('Loading comments...').waitFor({ state: 'hidden' })
  await page.getByRole('main').getByRole('list').last().waitFor()
  expect(await tooWide(page)).toBeUndefined()
})

it('every page of the dashboard breaks them, on every screen', async () => {
  const page = await openPage('/', { base: shop.url, width: 360, expected, first: signIn })
  const some = `all-products products/1 add-product categories sub-categories specifications collections banner coupons customers
    comments audit pages pages/1 orders orders/${order} orders/new returns emails stock reports search search/synonyms settings
    user-roles redirects`
  const paths = ['/dashboard', ...some.split(/\s+/).map((path) => `/dashboard/${path}`)]
  const ready = async (opened: Page) => {
    await opened.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => opened.locator('main [aria-busy="true"], .animate-pulse').count()).toBe(0)
  }
  expect(await openAll(page, paths, ready)).toEqual([])
}, 120_000)
