import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cardShop } from '../../support/card-shop.ts'
import { checkoutWith, fillIn, placeButton } from '../../support/checkout.ts'
import { ownProduct } from '../../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { somebody } from '../../support/person.ts'
import { toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

const elsewhere = /asked another host: http:\/\/127\.0\.0\.1:\d+\/(pay\/|favicon)|status of 400/
let shop: Awaited<ReturnType<typeof cardShop>>
beforeAll(async () => {
  shop = await cardShop({ isConnected: false })
})
afterAll(async () => {
  // The instance under test has another secret and could not read the keys.
  await shop.db.updateTable('payment').set({ account_id: null }).execute()
  await shop.db.deleteFrom('payment_account').execute()
  await shop.stop()
})

const way = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Stripe sends the message about a payment to the address that the dialog shows. */
async function hear(page: Page, number: string) {
  const { payload, headers } = shop.stripe.message('checkout.session.completed', number)
  const response = await page.request.post('/api/payments/stripe/webhook', { data: payload, headers })
  expect(response.status()).toBe(200)
}

it('the owner connects Stripe, sees a test payment arrive, and a guest pays by card', async () => {
  const page = await openAsAdmin('/dashboard/settings/payment', {
    base: shop.url,
    width: 360,
    expected: elsewhere,
  })
  await way(page, 'Stripe').getByText('Not connected').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Stripe' })
  await expect
    .poll(() => dialog.getByLabel('Webhook address').inputValue())
    .toBe(`${shop.url}/api/payments/stripe/webhook`)
  await dialog.getByText('checkout.session.completed').waitFor()
  await expectNoAxeViolations(page)
  // Each refusal is shown beside its field, and what was typed stays.
  const { secretKey, webhookSecret } = shop.stripe.keys
  await dialog.getByLabel('Signing secret').fill(webhookSecret)
  await dialog.getByLabel('Secret key').fill('pk_test_of_somebody')
  await dialog.getByRole('button', { name: 'Check and connect' }).click()
  await dialog.getByText('This is the publishable key').waitFor()
  await dialog.getByLabel('Secret key').fill('sk_test_of_somebody')
  await dialog.getByRole('button', { name: 'Check and connect' }).click()
  await dialog.getByText('Stripe does not accept the secret key').first().waitFor()
  await dialog.getByLabel('Mode').selectOption('live')
  await dialog.getByLabel('Secret key').fill(secretKey)
  await dialog.getByRole('button', { name: 'Check and connect' }).click()
  await dialog.getByText('This key is for test mode').waitFor()
  await dialog.getByLabel('Mode').selectOption('test')
  await page.keyboard.press('Control+s')
  await toast(page, 'Stripe connected').waitFor()
  await way(page, 'Stripe').getByText('Test mode', { exact: true }).waitFor()
  await page.getByText('takes no real money').waitFor()
  await expect.poll(() => page.content()).not.toContain(secretKey)

  await page.getByRole('button', { name: 'Make a test payment with Stripe' }).click()
  const open = page.getByRole('link', { name: 'Open the page of Stripe' })
  await open.waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  const popup = page.waitForEvent('popup')
  await open.click()
  const payment = await popup
  const number = await payment.getByRole('heading').innerText()
  await payment.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Stripe confirms it.').waitFor()
  await hear(page, number)
  await page.getByRole('status').filter({ hasText: 'Stripe works' }).waitFor()
  await payment.close()
  await page.getByRole('link', { name: 'Back to Payments' }).click()
  await way(page, 'Stripe').getByText('Mug shop').waitFor()
  await page.getByText('No message from Stripe').waitFor({ state: 'detached' })

  const product = await ownProduct(87_500, 5)
  const guest = await checkoutWith(product, 1, { base: shop.url, expected: elsewhere })
  await fillIn(guest, somebody().email)
  await guest.getByText('Test mode: no money moves.').waitFor()
  await guest.getByRole('radio', { name: /^Card/ }).check()
  await placeButton(guest).click()
  await guest.waitForURL('**/pay/cs_test_*')
  await guest.getByRole('button', { name: 'Pay' }).click()
  await guest.getByRole('status').filter({ hasText: 'Payment received.' }).waitFor()

  await page.getByRole('button', { name: 'Disconnect Stripe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await way(page, 'Stripe').getByText('Not connected').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await way(page, 'Stripe').getByText('Test mode', { exact: true }).waitFor()
})
