import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getProducts } from '#contract/catalog/product.ts'
import { ask } from '../support/catalog.ts'
import { ownProduct } from '../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { inDatabase } from '../support/person.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Products', exact: true })
const results = (page: Page) => list(page).getByRole('article').getByRole('link')
const box = (page: Page) => page.getByRole('combobox', { name: 'Search products' })
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

/** The products that the API returns for this filter. */
async function expected(filter: object) {
  const { response, facets } = await ask(getProducts, { page: 1, limit: 24, facets: true, ...filter })
  return { names: response.map(({ productname }) => productname), facets: facets! }
}

it('shows results, filtered and sorted by the URL, and supports the back button', async () => {
  const found = await expected({ q: 'lamp' })
  expect(found.names.length).toBeGreaterThan(1)
  const page = await openPage('/search?q=lamp')
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  await expect.poll(() => results(page).allInnerTexts()).toEqual(found.names)
  await expect.poll(() => box(page).inputValue()).toBe('lamp')
  await expectNoAxeViolations(page)

  const { id, name, count } = found.facets.categories[0]!
  const category = page.getByRole('group', { name: 'Category' })
  await category.getByRole('radio', { name: `${name} ${count} product` }).check()
  await expect.poll(() => query(page)).toEqual({ q: 'lamp', category: String(id) })
  const narrowed = await expected({ q: 'lamp', productcategoryid: id })
  await expect.poll(() => results(page).allInnerTexts()).toEqual(narrowed.names)
  await list(page).getByLabel('Sort by').selectOption('Price: high to low')
  const sorted = await expected({ q: 'lamp', productcategoryid: id, sort: 'price_desc' })
  await expect.poll(() => query(page)).toEqual({ q: 'lamp', sort: 'price_desc', category: String(id) })
  await expect.poll(() => results(page).allInnerTexts()).toEqual(sorted.names)
  await page.goBack()
  await page.goBack()
  await expect.poll(() => results(page).allInnerTexts()).toEqual(found.names)
  await expect.poll(() => category.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
  await expect.poll(() => box(page).inputValue()).toBe('lamp')
})

it('records a search once, with the opened result', async () => {
  const { name, productid } = await ownProduct(100, 3)
  const page = await openPage(`/search?q=${encodeURIComponent(name)}`)
  await results(page).first().click()
  await page.waitForURL('**/product-details/*/*')
  await page.goBack()
  await results(page).first().waitFor()
  const counted = () =>
    inDatabase(async (db) => {
      const { rows } = await sql`select c.searches, k.product_id, k.clicks, v.weight from search_count c
        left join search_click k using (config_id, day, q) left join search_visit_click v using (config_id, q, product_id) where c.q = ${name.toLowerCase().replace('-', ' ')}`.execute(
        db,
      )
      return rows
    })
  await expect.poll(counted).toMatchObject([{ searches: 1, product_id: productid, clicks: 1, weight: 1 }])
})

it('without results shows other products and a new search, on a small screen too', async () => {
  const page = await openPage('/search?q=zzzz', { width: 360 })
  const main = page.getByRole('main')
  await main.getByText('No products found').waitFor()
  await expect.poll(() => main.getByRole('article').count()).toBeGreaterThan(3)
  await main.getByRole('searchbox').fill('lamp')
  await main.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search?q=lamp')
  await expect.poll(() => results(page).count()).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await page.getByRole('checkbox', { name: /In stock/ }).check()
  await page.getByRole('button', { name: 'Show products' }).click()
  await expect.poll(() => query(page)).toEqual({ q: 'lamp', instock: '1' })
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
})

it('shows and links the corrected query', async () => {
  const page = await openPage('/search?q=stonware+mugg')
  const [first] = await results(page).allInnerTexts()
  expect(first).toMatch(/stoneware mug/i)
  await page.getByRole('main').getByRole('link', { name: 'stoneware mug', exact: true }).click()
  await page.waitForURL('**/search?q=stoneware%20mug')
  await expect.poll(() => box(page).inputValue()).toBe('stoneware mug')
  await expect.poll(() => page.locator('h1').innerText()).toContain('stoneware mug')
})

it('filters and sorts without JavaScript', async () => {
  const page = await openPage('/search?q=lamp', { javaScript: false })
  await page.getByRole('checkbox', { name: /In stock/ }).check()
  await page.getByRole('button', { name: /^Show/ }).click()
  await page.waitForURL('**/search?*instock=1*')
  expect(query(page)).toMatchObject({ q: 'lamp', instock: '1' })
  await list(page).getByLabel('Sort by').selectOption('name')
  await list(page).getByRole('button', { name: 'Sort' }).click()
  await page.waitForURL('**/search?*sort=name*')
  expect(await results(page).allInnerTexts()).toEqual(
    (await expected({ q: 'lamp', instock: true, sort: 'name' })).names,
  )
  await expect.poll(() => box(page).inputValue()).toBe('lamp')
})

it('escapes the search text', async () => {
  const page = await openPage(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
  await expect.poll(() => page.locator('h1').innerText()).toContain('<img src=x onerror=alert(1)>')
})

it('filters a collection, which has its own order', async () => {
  const page = await openPage('/categories/sale')
  const names = await results(page).allInnerTexts()
  expect(names.length).toBeGreaterThan(1)
  await list(page).getByLabel('Sort by').selectOption('Name: A to Z')
  await expect.poll(() => query(page)).toEqual({ sort: 'name' })
  await hydrated(page)
  await page.goBack()
  await expect.poll(() => results(page).allInnerTexts()).toEqual(names)
  await page.goto('/categories/sale?rating=4')
  await page.getByRole('list', { name: 'Applied filters' }).getByText('4 stars & up').waitFor()
  await page.getByRole('radio', { name: 'Any' }).click()
  await expect.poll(() => query(page)).toEqual({})
  await expect.poll(() => results(page).allInnerTexts()).toEqual(names)
})
