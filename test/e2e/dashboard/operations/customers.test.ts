import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { placeOrder, serialOf } from '../../support/place-order.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../../support/page.ts'
import { simpleProduct, toast } from '../../support/shopper.ts'
import { openAsAdmin } from '../../support/staff.ts'

it('a guest who bought twice is a customer, with orders, a timeline and notes, by keyboard', async () => {
  const fullName = `Zubeida ${randomUUID().slice(0, 8)}`
  const email = `${randomUUID()}@example.com`
  const product = await simpleProduct()
  await placeOrder(product, { shipping: { fullName }, email })
  const number = await placeOrder(product, { shipping: { fullName }, email: email.toUpperCase() })
  const page = await openAsAdmin('/dashboard/customers')
  await page.getByRole('searchbox', { name: 'Search by name, email or phone' }).focus()
  await page.keyboard.type(fullName.toLowerCase())
  await page.waitForURL(/[?&]q=zubeida/)
  await page.getByText('1 to 1 of 1').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: fullName }).press('Enter')
  await page.getByRole('heading', { level: 1, name: fullName }).waitFor()
  await page.getByText('None: ordered as a guest').waitFor()
  await page.getByRole('heading', { name: 'Orders (2)' }).waitFor()
  const serial = await serialOf(number)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Order placed' })
    .getByRole('link', { name: serial })
    .waitFor()
  await page.getByLabel('New note').fill('Asks for gift wrap')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await toast(page, 'Note saved').waitFor()
  await page.getByText('Asks for gift wrap').waitFor()
  expect(await page.getByRole('button', { name: 'Disable account' }).count()).toBe(0)
  await expectNoAxeViolations(page)
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 780 })
    await expectNoSidewaysScroll(page)
  }
  // The order leads back to its customer.
  await page.goto(`/dashboard/orders/${number}`)
  await page.getByRole('link', { name: fullName }).press('Enter')
  await page.getByText('Asks for gift wrap').waitFor()
})
