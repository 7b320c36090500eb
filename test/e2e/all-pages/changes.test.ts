import { afterAll, beforeAll, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { createCategory, updateProduct } from '#server/modules/catalog/index.ts'
import { setAvailable } from '#server/modules/stock/index.ts'
import { openPage } from '../support/page.ts'
import { startShop, type Shop } from '../support/shop.ts'

// Its own shop, because other tests would see these changes.
let shop: Shop
let db: Database
const context = { shopId: 1, actor: { id: null, name: 'Tests' } }

beforeAll(async () => {
  shop = await startShop()
  db = connect(shop.databaseUrl)
})

afterAll(async () => {
  await db.destroy()
  await shop.stop()
})

const html = async (path: string) => (await fetch(shop.url + path)).text()

it('shows a new category within 5 s and keeps the focus', async () => {
  const page = await openPage('/allcategories', { base: shop.url, ownClock: true })
  const grid = page.getByRole('main').locator('ul.image-grid a')
  const count = await grid.count()
  await grid.nth(2).focus()
  await db.transaction().execute((tx) => createCategory(tx, context, { name: 'Lanterns' }))
  await page.clock.runFor(5000)
  await expect.poll(() => grid.count()).toBe(count + 1)
  await expect.poll(() => grid.last().innerText()).toBe('Lanterns')
  expect(await grid.nth(2).evaluate((link) => link === document.activeElement)).toBe(true)
})

it('shows sold out on the page and the card of a product', async () => {
  const path = links.product(1)
  const list = '/products?sort=name'
  expect(await html(path)).toContain('https://schema.org/InStock')
  expect(await html(list)).not.toContain('Sold out')
  const variants = await db
    .selectFrom('variant')
    .select('id as variantId')
    .where('config_id', '=', 1)
    .where('product_id', '=', 1)
    .execute()
  const lines = variants.map(({ variantId }) => ({ variantId, available: 0 }))
  await db.transaction().execute(async (tx) => setAvailable(tx, context, lines, { reason: 'counted' }))

  await expect.poll(() => html(path)).toContain('https://schema.org/OutOfStock')
  await expect
    .poll(async () => (await html(list)) + (await html(`${list}&page=2`)) + (await html(`${list}&page=3`)))
    .toContain('Sold out')
  const page = await openPage(path, { base: shop.url })
  await expect.poll(() => page.getByRole('main').innerText()).toContain('Sold out')
})

it('redirects an old slug with 301', async () => {
  const slugs = () =>
    db
      .selectFrom('product')
      .select('slug')
      .where('config_id', '=', 1)
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
  const { slug } = await slugs()
  await db.transaction().execute((tx) => updateProduct(tx, context, 2, { slug: 'a-new-slug' }))
  const answer = await fetch(`${shop.url}/product-details/${slug}`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, links.product(2)])
})
