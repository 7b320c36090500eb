import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { placeOrder } from './support/place-order.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/page.ts'
import { callAs, hasFocus, simpleProduct, toast } from './support/shopper.ts'
import { openAsAdmin } from './support/staff.ts'

it('an order can be shipped and delivered by keyboard alone', async () => {
  const fullName = `Zarina ${randomUUID().slice(0, 8)}`
  const number = await placeOrder(await simpleProduct(), { shipping: { fullName } })
  const page = await openAsAdmin('/dashboard/orders/pending')
  const search = page.getByRole('searchbox', { name: 'Search by order, name, email, phone or product' })
  await search.focus()
  await page.keyboard.type(fullName.toLowerCase())
  await page.getByText('1 to 1 of 1').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: number }).press('Enter')
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
  await page.getByText('Ready to pack and ship.').waitFor()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Ship order' }).press('Enter')
  await page.keyboard.type('Blue Dart')
  await page.keyboard.press('Tab')
  await page.keyboard.type('BD 77')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a link that starts with https://').waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Tracking link').fill('https://track.example/BD77')
  await page.keyboard.press('Enter')
  await toast(page, `Order ${number} marked as shipped`).waitFor()
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Next step' }))).toBe(true)
  await page.getByRole('link', { name: 'Track shipment' }).waitFor()
  await page.getByText('Order shipped: Blue Dart BD 77').waitFor()
  // The demo has no address, which invoices need.
  await page.getByRole('link', { name: 'the shop’s address' }).waitFor()
  expect(await page.getByRole('link', { name: 'Invoice (PDF)' }).count()).toBe(0)
  const slip = await page.getByRole('link', { name: 'Packing slip (PDF)' }).getAttribute('href')
  const paper = await page.request.get(slip!)
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])

  await page.getByRole('button', { name: 'Mark as delivered' }).press('Enter')
  await page.getByText('will be marked as received').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as delivered' }).press('Enter')
  await page.getByText('Delivered. Nothing left to do.').waitFor()
  await page.getByText('Cash on delivery: paid').waitFor()
  await page.getByRole('tab', { name: 'Activity log' }).press('Enter')
  await page.getByText('Devika Admin').first().waitFor()
  await expectNoAxeViolations(page)
  await page.goto(`/dashboard/orders/completed?q=${number}`)
  await page.getByRole('link', { name: number }).waitFor()
})

it('staff edits an address, writes to the customer and cancels the order with a reason', async () => {
  const number = await placeOrder(await simpleProduct())
  const page = await openAsAdmin(`/dashboard/orders/${number.toLowerCase()}`, { width: 360 })
  await expectNoSidewaysScroll(page)
  const correct = page.getByRole('button', { name: 'Edit address' })
  await correct.click()
  await page.getByLabel('Address', { exact: true }).fill('7 Lake Road')
  await page.getByLabel('State').selectOption({ label: 'Karnataka' })
  await page.getByLabel('PIN code').fill('1234')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Enter a 6-digit PIN code').waitFor()
  await page.getByLabel('PIN code').fill('560001')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Karnataka, IN').first().waitFor()
  await expect.poll(() => hasFocus(correct)).toBe(true)

  await page.getByLabel('Note for staff').fill('Rings twice')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Note: Rings twice').waitFor()
  await page.getByLabel('Show it to the customer').check()
  await page.getByLabel('Message to the customer').fill('It is late')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message: It is late').waitFor()
  await page.getByText('How is this calculated?').click()
  await page.getByText('Line total').waitFor()

  await page.getByRole('button', { name: 'Resend email' }).click()
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await page.getByText('Email queued again: confirmed').waitFor()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Sold out')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Order cancelled: Sold out').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
})

it('orders are shipped in bulk, and each order that cannot be changed shows the reason', async () => {
  const product = await simpleProduct(6)
  const fullName = `Bulk ${randomUUID().slice(0, 8)}`
  const numbers = [
    await placeOrder(product, { shipping: { fullName } }),
    await placeOrder(product, { shipping: { fullName } }),
    await placeOrder(product, { shipping: { fullName } }),
  ]
  const page = await openAsAdmin(`/dashboard/orders?q=${fullName}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await page.getByRole('heading', { name: 'Mark 3 orders as shipped?' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as shipped' }).click()
  await toast(page, '3 orders shipped').waitFor()
  await expect.poll(() => page.getByRole('cell', { name: 'Shipped', exact: true }).count()).toBe(3)

  await page.getByLabel(`Select order ${numbers[0]} of ${fullName}`).check()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByText('is shipped and can’t be confirmed').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

it('an order that does not exist says so and leads back to the list', async () => {
  const page = await openAsAdmin('/dashboard/orders/0000-0000-0000', { expected: /status of 404/ })
  await page.getByText('This order does not exist.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'All orders' }).last().click()
  await page.getByRole('heading', { level: 1, name: 'All orders' }).waitFor()
})

it('a refund shows its amount first, for one of two units and then for the rest', async () => {
  const product = await simpleProduct()
  const number = await placeOrder(product, { quantity: 2 })
  const page = await openAsAdmin('/dashboard')
  for (const step of ['fulfil', 'deliver'])
    expect((await callAs(page, `admin/orders/${number}/${step}`)).status).toBe(200)
  await page.goto(`/dashboard/orders/${number}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Select items to refund.').waitFor()
  await dialog.getByLabel(`Quantity of ${product.productname} to refund`).selectOption('1')
  const status = dialog.getByRole('status')
  await expect.poll(() => status.textContent()).toMatch(/^Refund .+, leaving .+\.$/)
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Reason').fill('Scratched')
  await dialog.getByRole('button', { name: /^Refund ₹/ }).click()
  await page.getByText(': refunded').waitFor()
  await page.getByText('1 refunded').waitFor()

  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'Refund' }).press('Enter')
  await dialog.getByRole('button', { name: 'Refund everything' }).press('Enter')
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: /^Refund ₹/ }).press('Enter')
  await page.getByText('Refunded. Nothing left to do.').waitFor()
  expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
})
