import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { countOf, serverPage } from '../support/html.ts'
import {
  expectLargeTextFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openPage,
} from '../support/page.ts'

/** Every kind of page, with the states of lists. */
const pages = [
  '/',
  '/allcategories',
  '/categories',
  '/categories/tableware',
  '/categories/men',
  '/subcategory/1',
  '/products',
  '/products?onsale=1&sort=price_asc',
  '/products?min=9000000',
  '/products/1/1',
  '/product-details/1',
  '/search',
  '/search?q=mug',
  '/search?q=zzzz',
  '/compare?products=1,2,3',
  '/help/shipping',
  '/login',
  '/signup',
  '/forget-password',
  '/forget-password?done=1',
  '/reset-password?token=abcdefghijklmnopqrstuvwxyz',
  '/unsubscribe',
  '/verify-email',
  '/accept-invite?token=abcdefghijklmnopqrstuvwxyz',
  '/profile',
  '/profile?tab=addresses',
  '/account',
  '/cart',
  '/checkout',
  '/checkout?product=1',
  '/continue/abcdefghijklmnopqrstuv',
  '/orders',
  '/orders/ABCD-EFGH-JKLM',
  '/orders/ABCD-EFGH-JKLM/return',
  '/withdrawal',
  '/wishlist',
  '/wishlists/abcdefghijklmnopqrstuvwxyz',
  '/no-such-page',
]

/** The browser logs missing pages and invalid invitations. */
const expected = /status of 40[04]/

async function expectGoodHead(page: Page) {
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  expect(await page.title()).toMatch(/Ostrel/)
  await expect
    .poll(() => page.locator('head meta[name=description]').getAttribute('content'))
    .toMatch(/\w{3}/)
}

async function expectGoodOutline(page: Page) {
  await expect.poll(() => page.locator('h1').count()).toBe(1)
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    expect(await page.getByRole(landmark).count(), landmark).toBe(1)
}

async function expectSkipLink(page: Page) {
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
}

const titles: string[] = []

describe.each(pages)('%s', (path) => {
  it('is accessible on small and large screens and fits into 320 px', async () => {
    const page = await openPage(path, { width: 360, reducedMotion: true, expected })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectGoodHead(page)
    await expectGoodOutline(page)
    await expectNoSidewaysScroll(page)
    await expectNoAxeViolations(page)
    await expectSkipLink(page)
    await expectLargeTextFits(page)
  })

  it('can be read without JavaScript', async () => {
    const page = await serverPage(path)
    titles.push(page.title)
    expect(page.text('h1')).toMatch(/\w/)
    expect(page.text('main').length).toBeGreaterThan(40)
    expect(countOf(page.part('main'), /<a [^>]*href="\/|<form/g)).toBeGreaterThan(0)
  })
})

it.each([
  ['the page for unknown addresses', '/no-such-page'],
  ['a form that was sent', '/forget-password?done=1'],
])('nothing moves on a phone when the fonts of %s arrive late', async (_, path) => {
  const late = (page: Page) =>
    page.route(/\.woff2$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
  // `openPage` fails if the layout shifts.
  const page = await openPage(path, { width: 360, expected, first: late })
  await page.waitForFunction(() => document.fonts.check('1em "Instrument Sans"'))
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
})

it('every page has a different title', () => {
  expect(titles).toHaveLength(pages.length)
  // Filtered listings keep their title.
  expect(new Set(titles).size).toBe(pages.length - 3)
})
