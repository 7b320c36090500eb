import { expect, it } from 'vitest'
import { getProducts } from '#contract/product.ts'
import { ask } from './catalogue.ts'
import { openPage } from './page.ts'

it('shows what was found, and holds the text in the box', async () => {
  const { response, total } = await ask(getProducts, { q: 'mug', page: 1, limit: 24 })
  expect(total).toBeGreaterThan(0)
  const page = await openPage('/search?q=mug')
  const shown = page
    .getByRole('region', { name: 'Products', exact: true })
    .getByRole('article')
    .getByRole('link')
  expect(await shown.allInnerTexts()).toEqual(response.map(({ productname }) => productname))
  expect(await page.getByRole('combobox', { name: 'Search products' }).inputValue()).toBe('mug')
})

it('with nothing found says so and offers another search', async () => {
  const page = await openPage('/search?q=zzzz')
  const main = page.getByRole('main')
  await main.getByText('No products found').waitFor()
  await main.getByRole('searchbox').fill('mug')
  await main.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search?q=mug')
  await expect.poll(() => main.getByRole('article').count()).toBeGreaterThan(0)
})

it('shows the text as text', async () => {
  const page = await openPage(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
  expect(await page.locator('h1').innerText()).toContain('<img src=x onerror=alert(1)>')
})
