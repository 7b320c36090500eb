import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import type { PaymentServer } from '#test/harness/services/payments/payment-server.ts'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'
import { fillIn, placeButton } from '../support/checkout.ts'
import { connectProvider } from '../support/connect-provider.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { ownShop, type OwnShop } from '../support/own-shop.ts'
import { toast } from '../support/shopper.ts'

const elsewhere = /asked another host: http:\/\/127\.0\.0\.1:\d+\/(pay\/|favicon)/
let servers: Record<'razorpay' | 'mollie', PaymentServer & { url: string; keys: object }>
let shop: OwnShop

beforeAll(async () => {
  servers = { razorpay: await razorpayServer(), mollie: await mollieServer({ isNear: true }) }
  shop = await ownShop({ RAZORPAY_URL: servers.razorpay.url, MOLLIE_URL: servers.mollie.url })
  // Both providers take it.
  await shop.db.updateTable('shop').set({ currency: 'EUR' }).where('config_id', '=', 1).execute()
})
afterAll(async () => {
  await shop.stop()
  await Promise.all(Object.values(servers).map((server) => server.stop()))
})

/** The settings of payments, with both providers connected. */
async function connected(): Promise<Page> {
  const staff = await shop.asStaff(dashboardLinks.settings('payment'))
  await connectProvider(staff, 'Razorpay', servers.razorpay.keys)
  await connectProvider(staff, 'Mollie', servers.mollie.keys)
  return staff
}

const orderOf = (email: string) =>
  shop.db
    .selectFrom('shop_order')
    .select(['number', 'status', 'total', 'deposit', 'paid'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

it('the owner asks for a deposit, a guest pays it online, and the rest at the door', async () => {
  const staff = await connected()
  const form = staff.getByRole('form', { name: 'Cash on delivery' })
  await form.getByLabel('Deposit', { exact: true }).selectOption('A part of the total')
  await form.getByLabel(/^Deposit, as a part/).fill('20')
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(staff, 'Cash on delivery saved').waitFor()

  const item = `${links.checkout()}?product=${shop.productid}`
  const guest = await openPage(item, { base: shop.url, width: 360, expected: elsewhere })
  await placeButton(guest).first().waitFor()
  await fillIn(guest, 'rose@example.com')
  const deposit = guest.getByRole('group', { name: /^Pay the deposit of/ })
  expect(await deposit.isVisible()).toBe(false)
  await guest.getByRole('radio', { name: /^Cash on delivery.*Pay a deposit of/ }).check()
  await deposit.getByRole('radio', { name: /^iDEAL, card and more/ }).check()
  await guest.getByText('Due on delivery').first().waitFor()
  await guest
    .getByRole('button', { name: /^Place order · .* now$/ })
    .first()
    .waitFor()
  await expectNoAxeViolations(guest)
  await expectNoSidewaysScroll(guest)
  await placeButton(guest).first().click()
  await guest.waitForURL('**/pay/*')
  await guest.getByRole('button', { name: 'Pay' }).click()
  await guest.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await guest.getByText(/^Deposit paid: /).waitFor()
  await guest.getByText(/^Due on delivery: /).waitFor()
  await expectNoAxeViolations(guest)
  await expectNoSidewaysScroll(guest)
  const { number, total, ...paid } = await orderOf('rose@example.com')
  expect(paid).toMatchObject({ status: 'confirmed', deposit: Math.round(total / 5), paid: paid.deposit })
  expect(servers.mollie.held(number)).toBe(paid.deposit)

  await staff.goto(dashboardLinks.order(number))
  await hydrated(staff)
  await staff
    .getByText(/\(deposit\)/)
    .first()
    .waitFor()
  await staff.getByRole('button', { name: 'Ship order' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as shipped' }).click()
  await staff.getByRole('button', { name: 'Mark as delivered' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByText(/cash on delivery will be marked as received/).waitFor()
  await dialog.getByRole('button', { name: 'Mark as delivered' }).click()
  await staff.getByText('Delivered. Nothing left to do.').waitFor()
  expect(await orderOf('rose@example.com')).toMatchObject({ status: 'delivered', paid: total })
})

it('a guest without scripts chooses how to pay the deposit, too', async () => {
  const page = await openPage(`${links.checkout()}?product=${shop.productid}`, {
    base: shop.url,
    javaScript: false,
    width: 360,
    expected: elsewhere,
  })
  const typed = {
    'Email address': 'iris@example.com',
    Phone: '+91 98765 43210',
    'Full name': 'Iris Rao',
    'House number and street': '4 Rose Lane',
    'PIN code': '411001',
    City: 'Pune',
  }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('State', { exact: true }).selectOption('Maharashtra')
  await page.getByRole('radio', { name: /^Cash on delivery.*Pay a deposit of/ }).check()
  const deposit = page.getByRole('group', { name: /^Pay the deposit of/ })
  await deposit.getByRole('radio', { name: /^iDEAL, card and more/ }).check()
  await placeButton(page).first().click()
  await page.getByText(/^Please pay the deposit of/).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('link', { name: 'Continue to payment' }).click()
  await page.waitForURL(`${servers.mollie.url}/pay/*`)
})
