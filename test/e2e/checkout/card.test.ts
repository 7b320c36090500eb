import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { links } from '#contract/links.ts'
import { cardShop } from '../support/card-shop.ts'
import { checkoutWith, fillIn, placeButton } from '../support/checkout.ts'
import { ownProduct } from '../support/goods.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  openPage,
  shownInTime,
  type PageOptions,
} from '../support/page.ts'
import { somebody } from '../support/person.ts'
import { callAs } from '../support/shopper.ts'

const elsewhere = /asked another host: http:\/\/127\.0\.0\.1:\d+\/(pay\/|favicon)/
let shop: Awaited<ReturnType<typeof cardShop>>
beforeAll(async () => {
  shop = await cardShop()
})
afterAll(() => shop.stop())

/** Orders as a guest and opens the payment page. Returns the order number. */
async function orderByCard(options: PageOptions): Promise<{ page: Page; number: string }> {
  const product = await ownProduct(87_500, 5)
  const page = await checkoutWith(product, 2, { ...options, base: shop.url, expected: elsewhere })
  await fillIn(page, somebody().email)
  await page.getByRole('radio', { name: /^Card/ }).check()
  await placeButton(page).click()
  await page.waitForURL('**/pay/cs_test_*')
  return { page, number: await page.getByRole('heading').innerText() }
}

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const status = (page: Page) => page.getByRole('region', { name: 'Status' })

it('a guest pays by card on the second try and gets a refund after cancelling', async () => {
  const { page, number } = await orderByCard({ width: 360 })
  await page.getByRole('link', { name: 'Back' }).click()
  await status(page).getByText('Please pay ₹1,750.00').waitFor()
  await hydrated(page)
  await expect.poll(() => new URL(page.url()).searchParams.get('paid')).toBeNull()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pay now' }).press('Enter')
  await page.waitForURL('**/pay/cs_test_*')
  await page.getByRole('button', { name: 'Pay' }).press('Enter')
  await notice(page, 'Payment received.').waitFor()
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
  await status(page).getByRole('button', { name: 'Pay now' }).waitFor({ state: 'detached' })
  await expectNoAxeViolations(page)
  expect(shop.stripe.held(number)).toBe(175_000)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByText('you’ll get a full refund').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Refunded: ₹1,750.00', { exact: true }).waitFor()
  await shop.processRefunds()
  expect(shop.stripe.held(number)).toBe(0)
})

it('the order page shows a payment that arrives later', async () => {
  const { page, number } = await orderByCard({ ownClock: true })
  shop.stripe.payLater(number)
  await page.goto(shop.stripe.session(number).success_url)
  await hydrated(page)
  await notice(page, 'We haven’t received your payment yet').waitFor()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('alert').getByText('You’ve already paid').waitFor()
  shop.stripe.settle(number, true)
  const { payload, headers } = shop.stripe.message('checkout.session.async_payment_succeeded', number)
  const response = await page.request.post('/api/payments/stripe/webhook', { data: payload, headers })
  expect(response.status()).toBe(200)
  await shownInTime(page, notice(page, 'Payment received.'))
})

it('keeps the order if the payment page cannot be opened', async () => {
  shop.stripe.mood.open = 'down'
  const product = await ownProduct(87_500, 5)
  const page = await checkoutWith(product, 1, { base: shop.url, expected: /status of 503/ })
  await fillIn(page, somebody().email)
  await page.getByRole('radio', { name: /^Card/ }).check()
  await placeButton(page).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('alert').getByText('We can’t reach the payment page').waitFor()
  shop.stripe.mood.open = 'fine'
  expect(page.url()).toContain(links.order(''))
})

it('a guest without JavaScript is led to the payment page', async () => {
  const { productid } = await ownProduct(87_500, 5)
  const page = await openPage('/about', { base: shop.url, javaScript: false, expected: elsewhere })
  await callAs(page, 'cart/addToCart', { productid, quantity: 1 })
  await page.goto(shop.url + links.checkout())
  const typed = { 'Email address': somebody().email, Phone: '+91 98765 43210', 'Full name': 'Asha Rao' }
  const address = { 'PIN code': '411001', City: 'Pune', 'House number and street': '4 Rose Lane' }
  for (const [label, text] of Object.entries({ ...typed, ...address }))
    await page.getByLabel(label).fill(text)
  await page.getByLabel('State', { exact: true }).selectOption('Maharashtra')
  await page.getByRole('radio', { name: /^Card/ }).check()
  await placeButton(page).click()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await page.waitForURL('**/pay/cs_test_*')
})
