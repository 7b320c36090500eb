import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { cardShop } from '../support/card-shop.ts'
import { checkoutWith, placeButton } from '../support/checkout.ts'
import { fakeStripe, sheetOf, type FakeWallet } from '../support/fake-stripe.ts'
import { ownProduct } from '../support/goods.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  shopUrl,
} from '../support/page.ts'
import { somebody } from '../support/person.ts'
import { callAs } from '../support/shopper.ts'

// This instance has none of the images.
const elsewhere =
  /asked another host: (https:\/\/(js|api)\.stripe\.com\/|http:\/\/127\.0\.0\.1:\d+\/(pay\/|favicon))|404 .*\/uploads\//
let shop: Awaited<ReturnType<typeof cardShop>>
beforeAll(async () => {
  shop = await cardShop({ publishableKey: 'pk_test_51mugs' })
})
afterAll(() => shop.stop())

const walletOf = (change: Partial<FakeWallet> = {}): FakeWallet => ({
  email: somebody().email,
  phone: '+919876543210',
  name: 'Asha Rao',
  address: {
    line1: '4 Rose Lane',
    line2: '',
    city: 'Pune',
    // As wallets name it.
    state: 'Maharashtra',
    postal_code: '411001',
    country: 'IN',
  },
  ...change,
})

const options = (wallet: FakeWallet | undefined, width = 1440) => ({
  base: shop.url,
  width,
  expected: elsewhere,
  first: (page: Page) => fakeStripe(page, shop.stripe, wallet),
})

const payButton = (page: Page) => page.getByRole('button', { name: 'Buy with Google Pay' })
const numberOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function expectPaid(page: Page, total: number): Promise<void> {
  await page.waitForURL(/\/orders\//)
  await page.getByRole('status').filter({ hasText: 'Payment received.' }).waitFor()
  expect(shop.stripe.held(numberOf(page))).toBe(total)
  expect(shop.stripe.sessions(numberOf(page))).toEqual([])
}

it('a guest buys a product with one press, and the cart stays as it is', async () => {
  const product = await ownProduct(87_500, 5)
  const page = await openPage(links.product(product.productid), options(walletOf(), 360))
  // The script loads only once the place of the buttons is near.
  expect(await page.evaluate(() => 'Stripe' in window)).toBe(false)
  await page.getByRole('button', { name: 'Buy Now' }).scrollIntoViewIfNeeded()
  await payButton(page).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await payButton(page).click()
  await expectPaid(page, 175_000)
  const cart = (await callAs(page, 'cart/getcarts', {})) as { data: unknown[] }
  expect(cart.data).toEqual([])
})

it('a guest buys the cart, and the sheet shows the same total', async () => {
  const product = await ownProduct(30_000, 5)
  const page = await openPage(links.cart(), {
    ...options(walletOf()),
    first: async (visitor) => {
      await fakeStripe(visitor, shop.stripe, walletOf())
      await callAs(visitor, 'cart/addToCart', { productid: product.productid, quantity: 2 })
    },
  })
  await payButton(page).waitFor()
  expect((await sheetOf(page)).failures).toEqual([])
  await payButton(page).click()
  await page.waitForURL(/\/orders\//)
  await page.getByRole('status').filter({ hasText: 'Payment received.' }).waitFor()
  const [intent] = shop.stripe.intents(numberOf(page))
  expect(intent?.amount_received).toBe(intent?.amount)
})

it('a guest buys at the checkout without typing', async () => {
  const product = await ownProduct(87_500, 5)
  const page = await checkoutWith(product, 2, options(walletOf(), 768))
  await payButton(page).waitFor()
  await page.getByText('Express checkout').waitFor()
  await expectNoAxeViolations(page)
  await payButton(page).click()
  await expectPaid(page, 175_000)
})

it('a declined wallet leads to the order, which is paid once on the page of the provider', async () => {
  const product = await ownProduct(87_500, 5)
  const page = await openPage(links.product(product.productid), options(walletOf({ declines: true })))
  await payButton(page).click()
  await page.waitForURL(/\/orders\//)
  const number = numberOf(page)
  await hydrated(page)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.waitForURL('**/pay/cs_test_*')
  expect(shop.stripe.intents(number).map(({ status }) => status)).toEqual(['canceled'])
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('status').filter({ hasText: 'Payment received.' }).waitFor()
  expect(shop.stripe.held(number)).toBe(shop.stripe.session(number).amount_total)
})

it('an address that the shop cannot take is explained, and the checkout has what the wallet knew', async () => {
  const product = await ownProduct(87_500, 5)
  const { address } = walletOf()
  const wallet = walletOf({ phone: '1', address: { ...address, line1: '7 Long Street' } })
  const page = await openPage(links.product(product.productid), {
    ...options(wallet),
    expected: new RegExp(`${elsewhere.source}|400`),
  })
  await payButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'phone' }).waitFor()
  expect((await sheetOf(page)).failures).toEqual(['fail'])
  await page.getByRole('link', { name: 'Continue at checkout' }).click()
  await placeButton(page).waitFor()
  await expect
    .poll(() => page.getByLabel('House number and street', { exact: true }).inputValue())
    .toBe('7 Long Street')
})

it('a browser without a wallet shows nothing, nor does one that cannot load the script', async () => {
  const product = await ownProduct(87_500, 5)
  const path = links.product(product.productid)
  const without = await openPage(path, options(undefined))
  await without.waitForFunction(() => 'Stripe' in window)
  await without.waitForTimeout(500)
  await expectNoAxeViolations(without)
  expect(await without.getByRole('button', { name: 'Pay' }).count()).toBe(0)
  const blocked = await openPage(path, {
    ...options(undefined),
    expected: new RegExp(`${elsewhere.source}|ERR_FAILED`),
    first: (page) => fakeStripe(page, shop.stripe, undefined, { isBlocked: true }),
  })
  await blocked.waitForTimeout(1000)
  expect(await blocked.evaluate(() => 'Stripe' in window)).toBe(false)
  await blocked.getByRole('button', { name: 'Add to Cart' }).first().click()
  await blocked.getByText('Added to cart').first().waitFor()
})

it('only pages with the buttons may load the script of Stripe, and only in shops with a key', async () => {
  const { productid } = await ownProduct(87_500, 5)
  const headersOf = async (url: string) => {
    const { headers } = await fetch(url)
    return `${headers.get('content-security-policy')} ${headers.get('permissions-policy')}`
  }
  for (const path of [links.product(productid), links.home()])
    expect(await headersOf(shopUrl + path)).not.toContain('stripe')
  expect(await headersOf(shop.url + links.home())).not.toContain('stripe')
  const policy = await headersOf(shop.url + links.product(productid))
  // The second answer comes from the cache.
  expect(await headersOf(shop.url + links.product(productid))).toBe(policy)
  expect(policy).toMatch(/script-src 'self' .*https:\/\/js\.stripe\.com/)
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  expect(policy).toContain('payment=(self "https://js.stripe.com")')
})
