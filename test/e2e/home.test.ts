import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { getCategories } from '#contract/catalog/category.ts'
import { getNewArrivals, getProducts } from '#contract/catalog/product.ts'
import { ask } from './support/catalog.ts'
import { openPage, type PageOptions } from './support/page.ts'

/** The name of the visible slide: `2 of 4`. */
const slide = (page: Page) =>
  page.locator('[aria-roledescription=slide]:not([inert])').getAttribute('aria-label')

const openCarousel = (options: PageOptions = {}) => openPage('/', { ...options, ownClock: true })

/** Advances the clock by more than one rotation of 3 s and less than two, then renders. */
async function waitOneRotation(page: Page) {
  await page.clock.runFor(3800)
  await page.clock.runFor(100)
}

const carousel = (page: Page) => page.getByRole('region', { name: 'Highlights' })

describe('carousel', () => {
  it('rotates every 3 s', async () => {
    const page = await openCarousel()
    await expect.poll(() => slide(page)).toBe('1 of 4')
    await waitOneRotation(page)
    expect(await slide(page)).toBe('2 of 4')
    await carousel(page).getByRole('button', { name: 'Show slide 4 of 4' }).click()
    await page.mouse.move(700, 890)
    expect(await slide(page)).toBe('4 of 4')
    await waitOneRotation(page)
    expect(await slide(page)).toBe('1 of 4')
  })

  it('has a pause button first', async () => {
    const page = await openCarousel()
    const pause = carousel(page).getByRole('button').first()
    await expect.poll(() => pause.getAttribute('aria-label')).toBe('Pause slideshow')
    await pause.click()
    await expect.poll(() => pause.getAttribute('aria-label')).toBe('Play slideshow')
    await page.mouse.move(700, 890)
    const stopped = await slide(page)
    await waitOneRotation(page)
    expect(await slide(page)).toBe(stopped)
    expect(await page.locator('[aria-roledescription=carousel] [aria-live]').getAttribute('aria-live')).toBe(
      'polite',
    )
  })

  it('pauses on hover and on focus', async () => {
    const page = await openCarousel()
    await carousel(page).hover()
    const hovered = await slide(page)
    await waitOneRotation(page)
    expect(await slide(page)).toBe(hovered)
    await page.mouse.move(700, 890)
    await carousel(page).getByRole('button', { name: 'Next slide' }).focus()
    await page.keyboard.press('Shift+Tab')
    const focused = await slide(page)
    await waitOneRotation(page)
    expect(await slide(page)).toBe(focused)
  })

  it('does not rotate with reduced motion and supports the keyboard', async () => {
    const page = await openCarousel({ reducedMotion: true })
    await waitOneRotation(page)
    expect(await slide(page)).toBe('1 of 4')
    await carousel(page).getByRole('button', { name: 'Show slide 3 of 4' }).press('Enter')
    await expect.poll(() => slide(page)).toBe('3 of 4')
    await carousel(page).getByRole('button', { name: 'Next slide' }).press('Enter')
    await carousel(page).getByRole('button', { name: 'Next slide' }).press('Enter')
    await expect.poll(() => slide(page)).toBe('1 of 4')
    await carousel(page).getByRole('button', { name: 'Previous slide' }).press('Space')
    await expect.poll(() => slide(page)).toBe('4 of 4')
  })
})

it.each([
  [360, 780, 0.4],
  [800, 900, 0.6],
  [1440, 900, 0.86],
])('the banner has the specified height at %i px', async (width, height, share) => {
  const page = await openPage('/', { width, reducedMotion: true })
  const box = await carousel(page).boundingBox()
  expect((box?.height ?? 0) / height).toBeCloseTo(share, 2)
})

describe('grids', () => {
  it('Shop By Category shows the first 8 and links to all', async () => {
    const { data: categories } = await ask(getCategories, {})
    expect(categories.length).toBeGreaterThan(8)
    const page = await openPage('/')
    const grid = page.getByRole('region', { name: 'Shop By Category' })
    const links = grid.locator('li a')
    const first = categories.slice(0, 8)
    await expect
      .poll(() => links.allInnerTexts())
      .toEqual(first.map(({ productcategoryname }) => productcategoryname))
    await expect.poll(() => links.first().getAttribute('href')).toBe(`/subcategory/${first[0]?.id}`)
    await grid.getByRole('link', { name: 'View All Categories' }).click()
    await page.waitForURL('**/allcategories')
  })

  it('New Arrivals shows the 8 newest with their prices', async () => {
    const { response: newest } = await ask(getNewArrivals, {})
    expect(newest).toHaveLength(8)
    const page = await openPage('/')
    const cards = page.getByRole('region', { name: 'New Arrivals' }).getByRole('article')
    expect(await cards.getByRole('link').allInnerTexts()).toEqual(
      newest.map(({ productname }) => productname),
    )
    for (const text of await cards.allInnerTexts()) expect(text).toMatch(/from Rs\. [\d,]+/)
    expect(await cards.first().getByRole('link').getAttribute('href')).toBe(
      `/product-details/${newest[0]?.productid}`,
    )
  })

  it('Products links whole cards to their product, and to all products', async () => {
    const { total } = await ask(getProducts, { page: 1, limit: 1 })
    expect(total).toBeGreaterThan(8)
    const page = await openPage('/')
    const grid = page.getByRole('region', { name: 'Products' })
    const card = grid.getByRole('article').first()
    const name = await card.getByRole('link').innerText()
    await card.click({ position: { x: 20, y: 20 } })
    await page.waitForURL('**/product-details/*/*')
    await expect.poll(() => page.locator('h1').innerText()).toBe(name)
    await page.goBack()
    await grid.getByRole('link', { name: 'View All Products' }).click()
    await page.waitForURL('**/products')
  })
})
