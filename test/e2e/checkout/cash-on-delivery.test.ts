import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { fillIn, placeButton } from '../support/checkout.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { emailingShop, type EmailingShop } from '../support/emailing-shop.ts'

let shop: EmailingShop
beforeAll(async () => {
  shop = await emailingShop()
})
afterAll(() => shop.stop())

/** The link of the email that asks to confirm an order, within the shop. */
async function emailedLink(recipient: string): Promise<string> {
  const link = await shop.emailed(recipient, /confirm your order/i, /https?:\S+accessToken=\S+/)
  const { pathname, search } = new URL(link)
  return pathname + search
}

it('a cash order has its fee, waits for the link of the email, and is confirmed behind it', async () => {
  const staff = await shop.asStaff(dashboardLinks.settings('payment'))
  const form = staff.getByRole('form', { name: 'Cash on delivery' })
  await form.getByLabel(/^Fee/).fill('50')
  await form.getByLabel(/^Not these postal codes/).fill('560*, 110001')
  await form.getByLabel(/^Customers confirm by a link/).selectOption('All cash orders')
  await expectNoAxeViolations(staff)
  await form.getByRole('button', { name: 'Save' }).click()
  await staff.getByText('Cash on delivery saved').first().waitFor()

  const item = `${links.checkout()}?product=${shop.productid}`
  const page = await openPage(item, { base: shop.url, width: 360 })
  page.setDefaultTimeout(8000)
  await placeButton(page).first().waitFor()
  await fillIn(page, 'rose@example.com')
  await page.getByText('+ ₹50.00').waitFor()
  await page.getByText('Cash on delivery fee').first().waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await placeButton(page).first().click()
  await page.getByText(/^Please confirm your order/).waitFor()
  await page.getByText(/We’ve sent a link to rose@example.com/).waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)

  await staff.goto(dashboardLinks.overview())
  await hydrated(staff)
  await staff.getByRole('link', { name: /Cash orders to confirm/ }).click()
  await staff.getByText('First order').first().waitFor()
  await staff.getByText('To confirm', { exact: true }).first().waitFor()
  await expectNoAxeViolations(staff)

  const confirming = await openPage(await emailedLink('rose@example.com'), {
    base: shop.url,
    javaScript: false,
    width: 360,
  })
  const button = confirming.getByRole('button', { name: 'Confirm order' })
  await button.waitFor()
  // Reading the page again changes nothing.
  await confirming.reload()
  await expectNoSidewaysScroll(confirming)
  await button.click()
  await confirming.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await confirming.getByText('Cash on delivery fee').first().waitFor()
  expect(await button.count()).toBe(0)
})

it('says where cash is not possible, also without JavaScript', async () => {
  const item = `${links.checkout()}?product=${shop.productid}`
  const page = await openPage(item, { base: shop.url, javaScript: false, width: 360, expected: /40\d/ })
  const typed = {
    'Email address': 'iris@example.com',
    Phone: '+91 98765 43210',
    'Full name': 'Iris Rao',
    'House number and street': '4 Rose Lane',
    'PIN code': '560001',
    City: 'Bengaluru',
  }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('State', { exact: true }).selectOption('Karnataka')
  await placeButton(page).first().click()
  await page.getByText('Cash on delivery isn’t available for 560001').first().waitFor()
})
