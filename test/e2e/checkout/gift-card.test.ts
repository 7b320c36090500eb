import { afterAll, beforeAll, it } from 'vitest'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { links } from '#contract/links.ts'
import { fillIn, placeButton, thanks } from '../support/checkout.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { emailingShop, type EmailingShop } from '../support/emailing-shop.ts'

let shop: EmailingShop
beforeAll(async () => {
  shop = await emailingShop()
})
afterAll(() => shop.stop())

/** The code that an email has brought to an address. */
const emailedCode = (recipient: string): Promise<string> =>
  shop.emailed(recipient, /gift card/i, /([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}/)

it('a gift card arrives by email, pays a part of an order, and gets a refund', async () => {
  const staff = await shop.asStaff(dashboardLinks.giftCards())
  await staff.getByRole('button', { name: 'Issue gift card' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Issue a gift card' })
  await dialog.getByLabel(/^Amount/).fill('1000')
  await dialog.getByLabel(/^Email of the recipient/).fill('rose@example.com')
  await dialog.getByLabel(/^Message/).fill('Happy birthday!')
  await dialog.getByLabel(/^Reason/).fill('Prize')
  await expectNoAxeViolations(staff)
  await dialog.getByRole('button', { name: 'Issue gift card' }).click()
  await staff.getByText('rose@example.com').first().waitFor()
  const code = await emailedCode('rose@example.com')

  const refused = /409 \(Conflict\)/
  const item = `${links.checkout()}?product=${shop.productid}`
  const page = await openPage(item, { base: shop.url, width: 360, expected: refused })
  page.setDefaultTimeout(8000)
  await placeButton(page).first().waitFor()
  await page.getByText('Use a gift card').click()
  const field = page.getByLabel('Gift card code')
  await field.fill('ABCD-EFGH-JKMN-PQRS')
  await page.getByRole('button', { name: 'Apply' }).last().click()
  await page.getByText('We don’t know this gift card code').waitFor()
  await expectNoAxeViolations(page)
  await field.fill(code.toLowerCase())
  await field.press('Enter')
  await page.getByText('pays ₹1,000.00').waitFor()
  await fillIn(page, 'rose@example.com')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await placeButton(page).first().click()
  await thanks(page)
  await page.getByText(/Paid by gift card •••• .{4}: ₹1,000\.00/).waitFor()

  const number = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await staff.goto(dashboardLinks.order(number))
  await hydrated(staff)
  await staff.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = staff.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel(/^Additional amount/).fill('250')
  await refund.getByText(/₹250(\.00)? to Gift card •••• /).waitFor()
  await expectNoAxeViolations(staff)
  await refund.getByRole('button', { name: /^Refund ₹250/ }).click()
  await refund.waitFor({ state: 'hidden' })
  await staff.goto(dashboardLinks.giftCards())
  await staff.getByText('₹250.00').first().waitFor()
})

it('works without JavaScript', async () => {
  const staff = await shop.asStaff(dashboardLinks.giftCards())
  await staff.getByRole('button', { name: 'Issue gift card' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Issue a gift card' })
  await dialog.getByLabel(/^Amount/).fill('100')
  await dialog.getByLabel(/^Reason/).fill('Counter')
  await dialog.getByRole('button', { name: 'Issue gift card' }).click()
  const code = await staff
    .getByRole('dialog', { name: 'Gift card code' })
    .getByText(/^([2-9A-Z]{4}-){3}/)
    .innerText()
  const item = `${links.checkout()}?product=${shop.productid}`
  const page = await openPage(item, { base: shop.url, javaScript: false, width: 360, expected: /409/ })
  const apply = page.getByRole('button', { name: 'Apply' }).and(page.locator('[value=add-gift-card]'))
  await page.getByText('Use a gift card').click()
  await page.getByLabel('Gift card code').fill('ABCD-EFGH-JKMN-PQRS')
  await apply.click()
  await page.getByText('We don’t know this gift card code').waitFor()
  await page.getByLabel('Gift card code').fill(code)
  await apply.click()
  await page.getByText('pays ₹100.00').waitFor()
  await page.getByRole('button', { name: /^Remove gift card/ }).click()
  await page.getByText('Use a gift card').waitFor()
})
