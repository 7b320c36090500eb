import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { findProduct } from '../support/catalog.ts'
import { countOf, serverPage } from '../support/html.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  shownInTime,
  type PageOptions,
} from '../support/page.ts'
import { barLink, callAs, hasFocus, simpleProduct, toast } from '../support/shopper.ts'
import { withUnread } from '../support/unread.ts'

const buttons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Add .* to wishlist$/ })
const products = (page: Page) => page.getByRole('list', { name: 'Products in your wishlist' })
const pressed = (page: Page) => buttons(page).first().getAttribute('aria-pressed')
const productIds = async (page: Page) => {
  const { data } = await callAs(page, 'wishlist/getwishlist')
  return (data as { productid: number }[]).map(({ productid }) => productid)
}

/** Opens the wishlist of a guest with these products, the last one first. */
async function wishlistWith(ids: number[], options: PageOptions = {}) {
  const first = async (page: Page) => {
    for (const productid of ids) await callAs(page, 'wishlist/createwishlist', { productid })
  }
  const page = await openPage('/wishlist', { ...options, first })
  await products(page).waitFor()
  return page
}

describe('wishlist buttons', () => {
  it.each(['/', '/products', '/search?q=mug', '/categories/sale', '/product-details/1'])(
    'appear on the cards of %s',
    async (path) => {
      const main = (await serverPage(path)).part('main')
      const cards = countOf(main, /<article/g)
      expect(cards).toBeGreaterThan(0)
      expect(countOf(main, /<button [^>]*aria-label="Add [^"]* to wishlist"/g)).toBe(cards)
    },
  )

  it('add and remove a product optimistically', async () => {
    const page = await openPage('/products?sort=name')
    const size = await buttons(page).first().boundingBox()
    expect([size?.width, size?.height]).toEqual([44, 44])
    expect(await pressed(page)).toBe('false')
    await buttons(page).first().click()
    await expect.poll(() => pressed(page)).toBe('true')
    await barLink(page, 'Wishlist, 1 item').waitFor()
    await expect.poll(async () => (await productIds(page)).length).toBe(1)
    // Two clicks before the page renders again.
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/wishlist/')) requests.push(request.url().replace(/.*\//, ''))
    })
    await buttons(page)
      .first()
      .evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await expect
      .poll(() => requests.filter((path) => path !== 'getwishlist'))
      .toEqual(['deletewishlist', 'createwishlist'])
    await expect.poll(() => productIds(page)).toHaveLength(1)
    await page.reload()
    await expect.poll(() => pressed(page)).toBe('true')
    await expectNoAxeViolations(page)
    await buttons(page).first().press('Enter')
    expect(await pressed(page)).toBe('false')
    await barLink(page, 'Wishlist').waitFor()
    await expect.poll(() => productIds(page)).toEqual([])
  })

  it('undo a refused change and say so', async () => {
    const page = await openPage('/products', { expected: /status of 429/ })
    await page.route('**/api/wishlist/createwishlist', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many changes. Please wait.' } }),
    )
    await buttons(page).first().click()
    await toast(page, 'Too many changes. Please wait.').waitFor()
    expect(await pressed(page)).toBe('false')
    await barLink(page, 'Wishlist').waitFor()
  })

  it('are sent again until an answer comes', async () => {
    const page = await openPage('/products', { expected: /ERR_FAILED/ })
    await page.route('**/api/wishlist/createwishlist', (route) => route.abort())
    await buttons(page).first().click()
    await toast(page, 'We’ll keep trying to save this.').waitFor()
    expect(await pressed(page)).toBe('true')
    await page.unroute('**/api/wishlist/createwishlist')
    await expect.poll(() => productIds(page)).toHaveLength(1)
    expect(await pressed(page)).toBe('true')
  })

  it('wait for the connection', async () => {
    const page = await openPage('/products', { expected: /ERR_INTERNET_DISCONNECTED/ })
    // The count needs the loaded wishlist.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/getwishlist')),
    )
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await buttons(page).nth(0).click()
    await buttons(page).nth(1).click()
    await buttons(page).nth(0).click()
    await barLink(page, 'Wishlist, 1 item').waitFor()
    await page.context().setOffline(false)
    await expect.poll(async () => (await productIds(page)).length).toBe(1)
    await expect.poll(() => buttons(page).nth(1).getAttribute('aria-pressed')).toBe('true')
  })

  it('and the product page follow changes of other tabs', async () => {
    const { productid } = await simpleProduct()
    const page = await openPage(links.product(productid))
    const other = await page.context().newPage()
    await other.goto(links.product(productid))
    await hydrated(other)
    await page.getByRole('button', { name: /^Add to Wishlist/ }).click()
    const there = other.getByRole('button', { name: /^In your wishlist/ })
    await there.waitFor()
    await expect.poll(() => there.getAttribute('aria-pressed')).toBe('true')
    await there.click()
    await page.getByRole('button', { name: /^Add to Wishlist/ }).waitFor()
  })
})

describe('the wishlist', () => {
  it('has four columns on a large screen, and fits on a small one', async () => {
    const page = await wishlistWith([1, 2, 3, 4, 5])
    const columns = await products(page).evaluate(
      (list) => getComputedStyle(list).gridTemplateColumns.split(' ').length,
    )
    expect(columns).toBe(4)
    for (const card of await products(page).locator('article').allInnerTexts()) {
      expect(card).toMatch(/from ₹[\d,]+/)
    }
    const onward = page.getByRole('link', { name: 'Continue Shopping' })
    await expect.poll(() => onward.getAttribute('href')).toBe('/products')
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })

  it('moves a product to the cart, or links to its options', async () => {
    const { productid, productname } = await simpleProduct()
    const other = await findProduct(({ variants, instock }) => variants.length > 1 && instock)
    const page = await wishlistWith([other.productid, productid])
    await page.getByRole('button', { name: `Move to Cart: ${productname}` }).click()
    await toast(page, 'Added to cart successfully').waitFor()
    await barLink(page, 'Cart, 1 item').waitFor()
    await expect.poll(() => productIds(page)).toEqual([other.productid])
    await page.getByRole('link', { name: `Choose options ${other.productname}` }).click()
    await page.waitForURL(`**${links.product(other.productid)}`)
  })

  it('confirms a removal and keeps the focus, by keyboard', async () => {
    const page = await wishlistWith([1, 2])
    const remove = products(page).getByRole('button', { name: /^Remove/ })
    await remove.first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Remove from your wishlist?' })
    await dialog.waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => hasFocus(remove.first())).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => products(page).getByRole('listitem').count()).toBe(1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    await expect.poll(() => productIds(page)).toEqual([1])
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Browse products and add them to your wishlist.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    const start = page.getByRole('link', { name: 'Start Shopping' })
    await expect.poll(() => start.getAttribute('href')).toBe('/products')
    await expectNoAxeViolations(page)
  })

  it('is shared with a link until sharing stops', async () => {
    const page = await wishlistWith([1, 2])
    await page.getByRole('button', { name: 'Share wishlist' }).click()
    const field = page.getByRole('textbox', { name: /^Anyone with this link/ })
    const address = await field.inputValue()
    await expectNoAxeViolations(page)
    const { pathname } = new URL(address)
    const reader = await openPage(pathname, { expected: /status of 404/ })
    await expect.poll(() => reader.getByRole('main').getByRole('article').count()).toBe(2)
    await expect.poll(() => reader.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await reader.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
    await expectNoAxeViolations(reader)
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Share wishlist' }))).toBe(true)
    await reader.reload()
    await reader.getByText('This wishlist is no longer shared').waitFor()
    await expectNoAxeViolations(reader)
  })

  it('shows the loading and failed states', async () => {
    let broken = true
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const page = await openPage('/products', { expected: /ERR_FAILED/, ownClock: true })
    await page.route('**/api/wishlist/getwishlist', async (route) => {
      await arrived
      await (broken ? route.abort() : route.continue())
    })
    await withUnread(page, '/wishlist', 'wishlist')
    await page.goto('/wishlist')
    await page.getByText('Loading...').waitFor()
    arrive()
    const again = page.getByRole('button', { name: 'Try again' })
    await shownInTime(page, again)
    await expectNoAxeViolations(page)
    broken = false
    await again.click()
    await page.getByText('Your wishlist is empty').waitFor()
  })
})
