import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { getProducts } from '#contract/catalog/product.ts'
import { ask } from '../support/catalog.ts'
import { expectNoAxeViolations, openPage } from '../support/page.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Products', exact: true })
const names = (page: Page) => list(page).getByRole('article').getByRole('link').allInnerTexts()
const count = (page: Page) => list(page).locator('p').first().innerText()
const query = (page: Page) => new URL(page.url()).searchParams

/** The names that the API returns for this filter. */
async function expectedNames(
  filter: Parameters<typeof ask<typeof getProducts.input, typeof getProducts.answer>>[1],
) {
  const { response, total } = await ask(getProducts, { page: 1, limit: 24, ...filter })
  return { names: response.map(({ productname }) => productname), total }
}

// Products that other tests add are not on offer and come late by name.

describe('filters', () => {
  it('are part of the URL and support the back button', async () => {
    const page = await openPage('/products?sort=name')
    const before = await names(page)
    const { names: onSale, total } = await expectedNames({ onsale: true, sort: 'name' })
    await page.getByRole('checkbox', { name: /On offer/ }).check()
    await expect.poll(() => query(page).get('onsale')).toBe('1')
    await expect.poll(() => names(page)).toEqual(onSale)
    expect(await count(page)).toContain(`${total} product`)

    await page.goBack()
    await expect.poll(() => names(page)).toEqual(before)
    await expect.poll(() => page.getByRole('checkbox', { name: /On offer/ }).isChecked()).toBe(false)
    await page.goForward()
    await expect.poll(() => names(page)).toEqual(onSale)
  })

  it('combine, and each has a link to remove it', async () => {
    const page = await openPage('/products?sort=name')
    await page.getByRole('checkbox', { name: /In stock/ }).check()
    await page.getByRole('checkbox', { name: /On offer/ }).check()
    const { names: both } = await expectedNames({ onsale: true, instock: true, sort: 'name' })
    await expect.poll(() => names(page)).toEqual(both)
    const applied = page.getByRole('list', { name: 'Applied filters' })
    await applied.getByRole('link', { name: /In stock/ }).click()
    await expect.poll(() => query(page).get('instock')).toBeNull()
    await applied.getByRole('link', { name: 'Clear all' }).click()
    await expect.poll(() => [...query(page).keys()].filter((name) => name !== 'sort')).toEqual([])
  })

  it('of a specification show counts; without results they can be cleared', async () => {
    const { facets } = await ask(getProducts, { facets: true, page: 1, limit: 1 })
    const spec = facets!.specs.find(({ values }) => values.length > 1)!
    const { value, count: left } = spec.values[0]!
    const page = await openPage('/products?min=9000000')
    await page.getByText('No products match these filters').waitFor()
    await page.getByRole('link', { name: 'Clear all filters' }).click()
    await expect.poll(() => names(page)).toHaveLength(24)
    await page
      .getByRole('group', { name: spec.name, exact: true })
      .getByRole('checkbox', { name: value })
      .first()
      .check()
    await expect.poll(() => query(page).get(`spec.${spec.name}`)).toBe(value)
    await expect.poll(() => count(page)).toMatch(new RegExp(`\\b${left} product`))
  })

  it('of the price apply with Enter and accept commas', async () => {
    const page = await openPage('/products?onsale=1')
    await page.getByLabel('Max', { exact: true }).first().fill('1,500')
    await page.keyboard.press('Enter')
    const { names: cheap } = await expectedNames({ onsale: true, maxprice: 1500 })
    await expect.poll(() => names(page)).toEqual(cheap)
  })

  it('of the price have bars with the number of products that each leads to', async () => {
    const page = await openPage('/products')
    const bar = page.getByRole('link', { name: /^Rs\..*: [1-9]\d* products$/ }).first()
    const [, from = '', to = '', products = ''] =
      /^Rs\. ([\d,]+) to Rs\. ([\d,]+): (\d+)/.exec((await bar.getAttribute('aria-label'))!) ?? []
    await bar.click()
    await expect.poll(() => query(page).get('min')).toBe(from.replace(',', ''))
    expect(query(page).get('max')).toBe(to.replace(',', ''))
    await expect.poll(() => count(page)).toMatch(new RegExp(`\\b${products} products$`))
  })

  it('keep the counts of all categories, and the filters in their links', async () => {
    const page = await openPage('/products?onsale=1')
    const tree = page.getByRole('group', { name: 'Category' })
    const counts = () => tree.getByRole('link', { name: /product/ }).allInnerTexts()
    const before = await counts()
    await tree.getByRole('link', { name: /^Tableware/ }).click()
    await page.waitForURL('**/categories/tableware?onsale=1')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Tableware')
    expect(await counts()).toEqual(expect.arrayContaining(before))
    const { names: serveware } = await expectedNames({ onsale: true, productsubcategoryid: 3 })
    await tree.getByRole('link', { name: /^Serveware/ }).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Serveware')
    expect(await names(page)).toEqual(serveware)
  })
})

it('sorts by price and name', async () => {
  const page = await openPage('/products?onsale=1')
  for (const [label, sort] of [
    ['Price: low to high', 'price_asc'],
    ['Price: high to low', 'price_desc'],
    ['Name: A to Z', 'name'],
  ] as const) {
    await list(page).getByLabel('Sort by').selectOption({ label })
    await expect.poll(() => query(page).get('sort')).toBe(sort)
    await expect.poll(() => names(page)).toEqual((await expectedNames({ onsale: true, sort })).names)
  }
})

it('has pages that keep the filters and start at the top', async () => {
  const { names: second } = await expectedNames({ sort: 'name', page: 2 })
  const page = await openPage('/products?sort=name')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click()
  await expect.poll(() => names(page)).toEqual(second)
  expect(query(page).get('sort')).toBe('name')
  expect(await count(page)).toMatch(new RegExp(`\\b25–${24 + second.length} of \\d+`))
  expect(await list(page).evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(-50)
})

it('is at the same place after Back from a product', async () => {
  const page = await openPage('/products?sort=name&page=2', { width: 360 })
  const card = list(page).getByRole('article').nth(17).getByRole('link')
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1000)
  await card.click()
  await page.waitForURL('**/product-details/**')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

it('shows the filters as a sheet on small screens, closed by Escape', async () => {
  const page = await openPage('/products', { width: 360 })
  const button = page.getByRole('button', { name: 'Filter and sort' })
  await button.click()
  const title = page.getByRole('heading', { name: 'Filter and sort' })
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => title.isVisible()).toBe(false)
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)

  // The focus does not move below the sheet.
  await button.click()
  await page.getByRole('button', { name: 'Show products' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => title.isVisible()).toBe(false)

  await button.click()
  await page.getByRole('checkbox', { name: /On offer/ }).check()
  await page.getByRole('button', { name: 'Show products' }).click()
  await expect.poll(() => query(page).get('onsale')).toBe('1')
  await expect.poll(() => names(page)).toEqual((await expectedNames({ onsale: true })).names)
  expect(await title.isVisible()).toBe(false)
})

it('without JavaScript filters and sorts with forms, and has page links', async () => {
  const page = await openPage('/products', { javaScript: false })
  await page.getByRole('checkbox', { name: /On offer/ }).check()
  await page.getByRole('button', { name: /^Show/ }).click()
  await page.waitForURL('**/products?*onsale=1*')
  await expect.poll(() => names(page)).toEqual((await expectedNames({ onsale: true })).names)
  await list(page).getByLabel('Sort by').selectOption('name')
  await list(page).getByRole('button', { name: 'Sort' }).click()
  await page.waitForURL('**/products?*sort=name*')
  expect(query(page).get('onsale')).toBe('1')
  await expect.poll(() => names(page)).toEqual((await expectedNames({ onsale: true, sort: 'name' })).names)
  await page.goto('/products?sort=name')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect.poll(() => names(page)).toEqual((await expectedNames({ sort: 'name', page: 2 })).names)
})
