import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { getCategories } from '#contract/catalog/category.ts'
import { getNewArrivals, getProducts } from '#contract/catalog/product.ts'
import { ask } from '../support/catalog.ts'
import { serverPage, textOf } from '../support/html.ts'
import { openPage, shopUrl } from '../support/page.ts'

/** The name of the visible slide: `2 of 4`. */
const slide = (page: Page) =>
  page.locator('[aria-roledescription=slide]:not([inert])').getAttribute('aria-label')

/** Advances the clock by more than one rotation of 3 s and less than two, then renders. */
async function waitOneRotation(page: Page) {
  await page.clock.runFor(3800)
  await page.clock.runFor(100)
}

const carousel = (page: Page) => page.getByRole('region', { name: 'Highlights' })

it('the carousel rotates every 3 s, also under the pointer and after a press, until it is paused or has keyboard focus', async () => {
  const page = await openPage('/', { ownClock: true })
  await expect.poll(() => slide(page)).toBe('1 of 4')
  await waitOneRotation(page)
  expect(await slide(page)).toBe('2 of 4')
  await carousel(page).getByRole('button', { name: 'Show slide 4 of 4' }).click()
  expect(await slide(page)).toBe('4 of 4')
  await waitOneRotation(page)
  expect(await slide(page)).toBe('1 of 4')
  await carousel(page).getByRole('button', { name: 'Next slide' }).click()
  expect(await slide(page)).toBe('2 of 4')
  await waitOneRotation(page)
  expect(await slide(page)).toBe('3 of 4')
  await carousel(page).hover()
  await waitOneRotation(page)
  expect(await slide(page)).toBe('4 of 4')

  await page.mouse.move(700, 890)
  await carousel(page).getByRole('button', { name: 'Next slide' }).focus()
  await page.keyboard.press('Shift+Tab')
  const focused = await slide(page)
  await waitOneRotation(page)
  expect(await slide(page)).toBe(focused)

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

it('with reduced motion the carousel does not rotate; it supports the keyboard and has the specified heights', async () => {
  const page = await openPage('/', { ownClock: true, reducedMotion: true })
  await waitOneRotation(page)
  expect(await slide(page)).toBe('1 of 4')
  await carousel(page).getByRole('button', { name: 'Show slide 3 of 4' }).press('Enter')
  await expect.poll(() => slide(page)).toBe('3 of 4')
  await carousel(page).getByRole('button', { name: 'Next slide' }).press('Enter')
  await carousel(page).getByRole('button', { name: 'Next slide' }).press('Enter')
  await expect.poll(() => slide(page)).toBe('1 of 4')
  await carousel(page).getByRole('button', { name: 'Previous slide' }).press('Space')
  await expect.poll(() => slide(page)).toBe('4 of 4')

  for (const [width, height, share] of [
    [360, 780, 0.4],
    [800, 900, 0.6],
    [1440, 900, 0.86],
  ] as const) {
    await page.setViewportSize({ width, height })
    const box = await carousel(page).boundingBox()
    expect((box?.height ?? 0) / height, `${width} px`).toBeCloseTo(share, 2)
  }
})

/** Serves the shop, but stops for half a second within its home page, after `mark`. Resolves to the URL. */
async function stoppingAfter(mark: string): Promise<string> {
  const server = createServer((request, answer) => {
    // Visits are counted by posts, which the shop would refuse from another origin.
    if (request.method !== 'GET') return answer.writeHead(204).end()
    void (async () => {
      const served = await fetch(shopUrl + request.url)
      const body = Buffer.from(await served.arrayBuffer())
      const end = request.url === '/' ? body.indexOf(mark) + mark.length : body.length
      answer.writeHead(served.status, { 'content-type': served.headers.get('content-type') ?? '' })
      answer.write(body.subarray(0, end))
      if (end < body.length) await wait(500)
      answer.end(body.subarray(end))
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('does not move the words of the first banner when the page arrives in parts', async () => {
  const base = await stoppingAfter('<div class="banner-words">')
  const page = await openPage('/', { base, untouched: true })
  // `openPage` measures at the end of the test how far something moved.
  await page.getByRole('heading', { level: 2 }).first().waitFor()
})

it('shows the first product within one and a half screens of a tablet', async () => {
  const page = await openPage('/')
  await page.setViewportSize({ width: 768, height: 1024 })
  const card = await page.getByRole('main').getByRole('article').first().boundingBox()
  expect(card?.y).toBeLessThan(1024 * 1.5 - 100)
})

it('New Arrivals shows the 8 newest products', async () => {
  const shownAndNewest = async () => {
    const { response: newest } = await ask(getNewArrivals, {})
    const [, section = ''] = (await serverPage('/')).part('main').split('New Arrivals</h2>')
    const cards = section.split('</section>')[0]!.matchAll(/<article.*?<\/article>/gs)
    const links = Array.from(cards, ([card]) => /<a [^>]*href="([^"]*)".*?<\/a>/s.exec(card))
    return {
      shown: links.map((link) => ({ name: textOf(link?.[0] ?? ''), href: link?.[1] })),
      newest: newest.map(({ productname: name, productid }) => ({
        name,
        href: `/product-details/${productid}`,
      })),
    }
  }
  // Other tests add products, also between the two answers.
  await expect
    .poll(async () => {
      const { shown, newest } = await shownAndNewest()
      return { count: shown.length, isSame: JSON.stringify(shown) === JSON.stringify(newest) }
    })
    .toEqual({ count: 8, isSame: true })
})

it('shows the first 8 categories, new arrivals with prices and products, and links to all', async () => {
  const { data: categories } = await ask(getCategories, {})
  expect(categories.length).toBeGreaterThan(8)
  const { total } = await ask(getProducts, { page: 1, limit: 1 })
  expect(total).toBeGreaterThan(8)
  const page = await openPage('/')

  const byCategory = page.getByRole('region', { name: 'Shop By Category' })
  const links = byCategory.locator('li a')
  const first = categories.slice(0, 8)
  await expect
    .poll(() => links.allInnerTexts())
    .toEqual(first.map(({ productcategoryname }) => productcategoryname))
  expect(await links.first().getAttribute('href')).toBe(`/subcategory/${first[0]?.id}`)

  const arrivals = page.getByRole('region', { name: 'New Arrivals' }).getByRole('article')
  for (const text of await arrivals.allInnerTexts()) expect(text).toMatch(/from Rs\. [\d,]+/)

  const products = page.getByRole('region', { name: 'Products' })
  const card = products.getByRole('article').first()
  const name = await card.getByRole('link').innerText()
  await card.click({ position: { x: 20, y: 20 } })
  await page.waitForURL('**/product-details/*/*')
  await expect.poll(() => page.locator('h1').innerText()).toBe(name)
  await page.goBack()
  await products.getByRole('link', { name: 'View All Products' }).click()
  await page.waitForURL('**/products')
  await page.goBack()
  await byCategory.getByRole('link', { name: 'View All Categories' }).click()
  await page.waitForURL('**/allcategories')
})
