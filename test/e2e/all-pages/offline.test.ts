import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  type PageOptions,
} from '../support/page.ts'
import { register, signInAs, somebody } from '../support/person.ts'
import { barLink, callAs, simpleProduct } from '../support/shopper.ts'

/** Requests without a connection, which the browser logs. Chromium does not use preloads that a service worker has answered. */
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|FetchEvent|preload|fetching the script/

/** Opens a page and waits until this browser is ready for a lost connection. */
async function openPrepared(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(path, { expected, serviceWorker: true, ...options })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // Stored last, after all that it needs.
  await expect.poll(() => keptUrls(page)).toContain(new URL(page.url()).pathname)
  return page
}

const goOffline = (page: Page) => page.context().setOffline(true)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const keptUrls = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pages-'))
    const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return stored.flat().map(({ url }) => url.replace(location.origin, ''))
  })

describe('a link without a connection', () => {
  it('shows the cart and the visited pages, and opens both kinds', async () => {
    const { productid, productname } = await simpleProduct()
    const page = await openPrepared(links.product(productid))
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await barLink(page, 'Cart, 1 item').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click()
    await page.waitForURL('/')
    await expect.poll(() => keptUrls(page)).toContain('/')
    await goOffline(page)

    // Under the pointer, the link would load before it is pressed.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).press('Enter')
    await heading(page, 'You’re offline').waitFor()
    expect(new URL(page.url()).hash).toBe('#/about')
    await hydrated(page)
    const cart = page.getByRole('region', { name: 'In your cart' })
    await expect
      .poll(() => cart.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringContaining(productname)])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Still no connection.').waitFor()
    await expectNoAxeViolations(page)
    for (const width of [1440, 360, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expectNoSidewaysScroll(page)
    }

    await page.getByRole('link', { name: productname }).click()
    await heading(page, productname).waitFor()
    expect(new URL(page.url()).pathname).toBe(links.product(productid))
    await page.context().setOffline(false)
  })

  it('opens a document too, and the page itself once there is a connection', async () => {
    const page = await openPrepared(links.home())
    await goOffline(page)
    await page.goto('/about')
    await hydrated(page)
    await heading(page, 'You’re offline').waitFor()
    expect(new URL(page.url()).hash).toBe('#/about')
    await page.getByRole('link', { name: 'Ostrel' }).last().waitFor()

    // A visited page opens from what is stored.
    await page.goto('/')
    await page.getByRole('heading', { level: 2, name: 'Shop By Category' }).waitFor()
    await page.goto('/about')
    await heading(page, 'You’re offline').waitFor()
    await hydrated(page)
    await page.context().setOffline(false)
    await heading(page, /^About/).waitFor()
  })

  it('works where the network leads nowhere but counts as a connection', async () => {
    const page = await openPrepared(links.home())
    const [worker] = page.context().serviceWorkers()
    await worker!.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true }))
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.clearBrowserCache')
    await goOffline(page)
    await page.goto('/about')
    await page.locator('[data-island*="offline-page"][data-live]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Still no connection.').waitFor()
    await page.context().setOffline(false)
    await heading(page, /^About/).waitFor()
  })

  it('leaves the dashboard and the API alone', async () => {
    const page = await openPrepared(links.home())
    await goOffline(page)
    await expect(page.goto('/dashboard')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await page.context().setOffline(false)
    await page.goto('/')
    await goOffline(page)
    // The browser itself may have stored this call, which is no matter here.
    const call = () => fetch('/api/shop', { cache: 'no-store' }).then(String, () => 'no answer')
    const answer = await page.evaluate(call)
    expect(answer).toBe('no answer')
    await page.context().setOffline(false)
  })
})

it('shows the server’s page, not the stored one, while there is a connection', async () => {
  const page = await openPrepared(links.home())
  await expect.poll(() => keptUrls(page)).toEqual(['/'])
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('pages-')) ?? ''
    const cache = await caches.open(name)
    const stored = (await cache.match('/'))!
    await cache.put('/about', new Response(await stored.text(), { headers: stored.headers }))
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await heading(page, /^About/).waitFor()
})

it('replaces the service worker and its caches after an update of the shop', async () => {
  const page = await openPrepared(links.home())
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const url = new URL(active!.scriptURL)
    url.searchParams.set('build', 'next')
    await navigator.serviceWorker.register(url, { scope: '/' })
  })
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['shell-next'])
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/build=next$/)
  await goOffline(page)
  await page.goto('/about')
  await heading(page, 'You’re offline').waitFor()
  await hydrated(page)
  await page.context().setOffline(false)
  await heading(page, /^About/).waitFor()
})

it('keeps waiting cart changes through a reload and sends them once', async () => {
  const { productid } = await simpleProduct()
  const page = await openPrepared(links.product(productid))
  await page.waitForLoadState('networkidle')
  await goOffline(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await page.getByText('You’re offline. 1 change to your cart will be saved when you reconnect.').waitFor()
  await page.reload()
  await hydrated(page)
  await page.getByText('1 change to your cart will be saved').waitFor()
  await barLink(page, 'Cart, 1 item').waitFor()
  await page.context().setOffline(false)
  await page.getByText('1 change to your cart will be saved').waitFor({ state: 'detached' })
  const quantities = async () => {
    const { data } = await callAs(page, 'cart/getcarts')
    return (data as CartLine[]).map(({ quantity }) => quantity)
  }
  await expect.poll(quantities).toEqual([1])
  // A browser that had not stored the product in time showed the offline page, which now opens the product by itself.
  await heading(page, /offline|can’t reach/).waitFor({ state: 'detached' })
  await page.waitForLoadState()
  await page.goto('/about')
})

it('stores no personal page, and forgets the visited ones with the account', async () => {
  const person = somebody('Ananya Rao')
  await register(person)
  const page = await openPrepared(links.home(), { first: (opened) => signInAs(opened, person) })
  for (const path of [links.cart(), links.profile(), links.resetPassword('abcdefghijklmnopqrstuvwxyz')]) {
    await page.goto(path)
    await hydrated(page)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  }
  expect(await keptUrls(page)).toEqual(['/'])
  await page.goto('/')
  await hydrated(page)
  await page.locator('[aria-label="Your account"]').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/login/)
  await expect.poll(() => keptUrls(page)).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('storedCart') ?? '')).not.toContain('productname')
})
