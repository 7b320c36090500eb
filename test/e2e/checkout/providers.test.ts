import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import type { PaymentServer } from '#test/harness/services/payments/payment-server.ts'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'
import { fillIn, placeButton } from '../support/checkout.ts'
import { connectProvider } from '../support/connect-provider.ts'
import { ownShop, type OwnShop } from '../support/own-shop.ts'
import { openPage } from '../support/page.ts'

const elsewhere = /asked another host: http:\/\/127\.0\.0\.1:\d+\/(pay\/|favicon)/
let servers: Record<'razorpay' | 'paypal' | 'mollie', PaymentServer & { url: string; keys: object }>
let shop: OwnShop

beforeAll(async () => {
  servers = {
    razorpay: await razorpayServer(),
    paypal: await paypalServer(),
    mollie: await mollieServer({ isNear: true }),
  }
  shop = await ownShop({
    RAZORPAY_URL: servers.razorpay.url,
    PAYPAL_URL: servers.paypal.url,
    MOLLIE_URL: servers.mollie.url,
  })
  // All three take it. Rupees would be for Razorpay alone.
  await shop.db.updateTable('shop').set({ currency: 'EUR' }).where('config_id', '=', 1).execute()
})
afterAll(async () => {
  await shop.stop()
  await Promise.all(Object.values(servers).map((server) => server.stop()))
})

const ways = [
  {
    provider: 'razorpay',
    name: 'Razorpay',
    offered: /^UPI, card or netbanking/,
  },
  {
    provider: 'paypal',
    name: 'PayPal',
    offered: /^PayPal/,
  },
  { provider: 'mollie', name: 'Mollie', offered: /^iDEAL, card and more/ },
] as const

/** Pays on the page of the provider. */
async function pay(page: Page) {
  await page.waitForURL('**/pay/*')
  await page.getByRole('button', { name: 'Pay' }).click()
}

it.each(ways)('the owner connects $name, sees a test payment arrive, and a guest pays', async (way) => {
  const { provider, name, offered } = way
  const server = servers[provider]
  const page = await shop.asStaff(dashboardLinks.settings('payment'), { expected: elsewhere })
  await connectProvider(page, name, server.keys)

  await page.getByRole('button', { name: `Make a test payment with ${name}` }).click()
  const popup = page.waitForEvent('popup')
  await page.getByRole('link', { name: `Open the page of ${name}` }).click()
  const payment = await popup
  await pay(payment)
  const { number } = await shop.db
    .selectFrom('test_payment')
    .select('number')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { payload, headers } = server.message('payment', number)
  const answer = await page.request.post(`${shop.url}/api/payments/${provider}/webhook`, {
    data: Buffer.from(payload),
    headers,
  })
  expect(answer.status()).toBe(200)
  await page
    .getByRole('status')
    .filter({ hasText: `${name} works` })
    .waitFor()
  await payment.close()

  const item = `${links.checkout()}?product=${shop.productid}`
  const guest = await openPage(item, { base: shop.url, width: 360, expected: elsewhere })
  await placeButton(guest).first().waitFor()
  await fillIn(guest, `${provider}@example.com`)
  await guest.getByRole('radio', { name: offered }).check()
  await placeButton(guest).first().click()
  await pay(guest)
  await guest.getByRole('status').filter({ hasText: 'Payment received.' }).waitFor()
  const { number: paid, total } = await shop.db
    .selectFrom('shop_order')
    .select(['number', 'total'])
    .where('email', '=', `${provider}@example.com`)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  expect(server.held(paid)).toBe(total)
  expect(server.unknown).toEqual([])
})
