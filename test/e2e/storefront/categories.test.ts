import type { Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { getCollections } from '#contract/catalog/collection.ts'
import { links } from '#contract/links.ts'
import { getProducts } from '#contract/catalog/product.ts'
import { ask } from '../support/catalog.ts'
import { countOf, serverPage, textOf, type ServerPage } from '../support/html.ts'
import { openPage } from '../support/page.ts'

/** The names in the grid of categories or subcategories. */
function namesOfTiles(page: ServerPage): string[] {
  const [, grid = ''] = /<ul class="[^"]*image-grid.*?>(.*?)<\/ul>/s.exec(page.part('main')) ?? []
  return Array.from(grid.matchAll(/<a .*?<\/a>/gs), ([link]) => textOf(link))
}

describe('all categories', () => {
  it('shows all categories in order', async () => {
    const names = async () =>
      (await ask(getCategories, {})).data.map(({ productcategoryname }) => productcategoryname)
    const before = await names()
    const shown = namesOfTiles(await serverPage('/allcategories'))
    // Other tests add categories at the same time.
    expect([before, await names()]).toContainEqual(shown)
  })

  it('refetches every 5 s and keeps the focus', async () => {
    const page = await openPage('/allcategories', { ownClock: true })
    const link = page.getByRole('main').locator('ul.image-grid a').nth(2)
    await link.focus()
    const path = `/api/${getCategories.path}`
    const responses: Promise<Response | null>[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) responses.push(request.response())
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    const clock = () => page.evaluate(() => Date.now())
    /** Advances the clock until the next request; returns its time in ms. */
    const nextRequest = async () => {
      const before = responses.length
      const look = async () => {
        await page.clock.runFor(1000)
        return responses.length
      }
      await expect.poll(look).toBeGreaterThan(before)
      expect([200, 304]).toContain((await responses.at(-1))?.status())
      return clock()
    }
    let last = await nextRequest()
    for (let times = 0; times < 3; times++) {
      const next = await nextRequest()
      // The clock advances in steps of a second, and a pending request delays the next one.
      expect(next - last).toBeGreaterThan(3000)
      expect(next - last).toBeLessThan(12_000)
      last = next
    }
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

it('/categories shows categories and collections', async () => {
  const { data: collections } = await ask(getCollections, {})
  const [, section = ''] = (await serverPage('/categories')).part('main').split('Collections</h2>')
  const shown = Array.from(section.matchAll(/<a [^>]*>.*?<\/a>/gs), ([link]) => textOf(link))
  expect(shown).toEqual(collections.map(({ name }) => name))
})

it('a subcategory of either spelling of the page opens its products', async () => {
  const { data: categories } = await ask(getCategories, {})
  const [category] = categories
  const { data: subcategories } = await ask(getSubcategories, { parent_category_id: category!.id })
  const names = subcategories.map(({ subcategoryname }) => subcategoryname)
  const other = await serverPage(`/SubCategory/${category!.id}`)
  expect(other.text('h1')).toBe(category!.productcategoryname)
  expect(namesOfTiles(other)).toEqual(names)
  const page = await openPage(`/subcategory/${category!.id}`)
  await expect.poll(() => page.locator('h1').innerText()).toBe(category!.productcategoryname)
  const shown = page.getByRole('main').locator('ul.image-grid a')
  await expect.poll(() => shown.allInnerTexts()).toEqual(names)
  await shown.first().click()
  await page.waitForURL(`**${links.products(category!.id, subcategories[0]!.id)}`)
  await expect.poll(() => page.locator('h1').innerText()).toBe(subcategories[0]!.subcategoryname)
})

describe('by name', () => {
  it('a category shows its subcategories and products', async () => {
    const main = (await serverPage('/categories/tableware')).part('main')
    const [, subcategories = ''] = /<nav aria-label="Subcategories".*?>(.*?)<\/nav>/s.exec(main) ?? []
    expect(countOf(subcategories, /<a /g)).toBeGreaterThan(0)
    expect(countOf(main, /<article/g)).toBeGreaterThan(0)
  })

  it.each(['men', 'women', 'accessories', 'sale'])('the footer links to the collection %s', async (slug) => {
    const { data: collections } = await ask(getCollections, {})
    const collection = collections.find((item) => item.slug === slug)
    const { total } = await ask(getProducts, { collectionid: collection!.id, page: 1, limit: 1 })
    expect(total).toBeGreaterThan(0)
    expect((await serverPage('/about')).part('footer')).toContain(`href="/categories/${slug}"`)
    const page = await serverPage(`/categories/${slug}`)
    expect(page.text('h1')).toBe(collection!.name)
    expect(countOf(page.part('main'), /<article/g)).toBe(Math.min(total, 24))
  })
})
