import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { placeOrder } from './ordered.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './page.ts'
import { callAs, hasFocus, simpleProduct, toast } from './shopper.ts'
import { openAsAdmin } from './staff.ts'

it('an order goes from the list to the door by keyboard alone', async () => {
  const fullName = `Zarina ${randomUUID().slice(0, 8)}`
  const number = await placeOrder(await simpleProduct(), { shipping: { fullName } })
  const page = await openAsAdmin('/dashboard/orders/pending')
  const search = page.getByRole('searchbox', { name: 'Search number, name, e-mail, product' })
  await search.focus()
  await page.keyboard.type(fullName.toLowerCase())
  await page.getByText('1 to 1 of 1').waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: number }).press('Enter')
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
  await page.getByText('Pack it and send it.').waitFor()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Ship order' }).press('Enter')
  await page.keyboard.type('Blue Dart')
  await page.keyboard.press('Tab')
  await page.keyboard.type('BD 77')
  await page.keyboard.press('Tab')
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  await page.getByText('A link begins with https://').waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Link to follow it').fill('https://track.example/BD77')
  await page.keyboard.press('Enter')
  await toast(page, `Order ${number} is on its way`).waitFor()
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Next step' }))).toBe(true)
  await page.getByRole('link', { name: 'Follow the parcel' }).waitFor()
  await page.getByText('Order shipped: Blue Dart BD 77').waitFor()
  await page.getByText(/^Invoice \d{4}-\d\d\/\d{6}$/).waitFor()
  for (const name of ['Invoice (PDF)', 'Packing slip (PDF)']) {
    const address = await page.getByRole('link', { name }).getAttribute('href')
    const paper = await page.request.get(address!)
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }

  await page.getByRole('button', { name: 'Mark as delivered' }).press('Enter')
  await page.getByText('are booked as received').waitFor()
  await page.getByRole('button', { name: 'Yes, delivered' }).press('Enter')
  await page.getByText('It has arrived: nothing is left to do.').waitFor()
  await page.getByText('Cash on delivery: paid').waitFor()
  await page.getByRole('tab', { name: 'History' }).press('Enter')
  await page.getByText('Devika Admin').first().waitFor()
  await expectNoAxeViolations(page)
  await page.goto(`/dashboard/orders/completed?q=${number}`)
  await page.getByRole('link', { name: number }).waitFor()
})

it('an address is corrected, a message written, and the order cancelled with a reason', async () => {
  const number = await placeOrder(await simpleProduct())
  const page = await openAsAdmin(`/dashboard/orders/${number.toLowerCase()}`, { width: 360 })
  await expectNoSidewaysScroll(page)
  const correct = page.getByRole('button', { name: 'Correct address' })
  await correct.click()
  await page.getByLabel('Street and house').fill('7 Lake Road')
  await page.getByLabel('State').selectOption({ label: 'Karnataka' })
  await page.getByLabel('PIN code').fill('1234')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('A PIN code has six digits').waitFor()
  await page.getByLabel('PIN code').fill('560001')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Karnataka, IN').first().waitFor()
  await expect.poll(() => hasFocus(correct)).toBe(true)

  await page.getByLabel('Note for the staff').fill('Rings twice')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Note: Rings twice').waitFor()
  await page.getByLabel('Mail it to the customer').check()
  await page.getByLabel('Message to the customer').fill('It is late')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Message: It is late').waitFor()
  await page.getByText('How is this computed?').click()
  await page.getByText('Line total').waitFor()

  await page.getByRole('button', { name: 'Send a mail again' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Mail sent again: confirmed').waitFor()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why').fill('Sold out')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Order cancelled: Sold out').waitFor()
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
})

it('many are shipped at once, and what could not be says why', async () => {
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
  await page.getByRole('heading', { name: 'Have the parcels left? 3 orders' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as shipped' }).click()
  await toast(page, '3 orders shipped').waitFor()
  await expect.poll(() => page.getByRole('cell', { name: 'Shipped', exact: true }).count()).toBe(3)

  await page.getByLabel(`Select order ${numbers[0]} of ${fullName}`).check()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('is shipped and cannot be confirmed').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

it('an order that is not there is said to be so', async () => {
  const page = await openAsAdmin('/dashboard/orders/0000-0000-0000', { expected: /status of 404/ })
  await page.getByText('There is no such order').waitFor()
  await page.getByRole('link', { name: 'To all orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'All orders' }).waitFor()
})

it('one of two pieces is paid back and for sale again, then the rest; the amount is said before', async () => {
  const product = await simpleProduct()
  const number = await placeOrder(product, { quantity: 2 })
  const page = await openAsAdmin('/dashboard')
  for (const step of ['fulfil', 'deliver'])
    expect((await callAs(page, `admin/orders/${number}/${step}`)).status).toBe(200)
  await page.goto(`/dashboard/orders/${number}`)
  await page.getByRole('button', { name: 'Pay back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Choose what is paid back.').waitFor()
  await dialog.getByLabel(`Pieces of ${product.productname} that are paid back`).selectOption('1')
  const status = dialog.getByRole('status')
  await expect.poll(() => status.textContent()).toMatch(/are paid back; .+ stay\.$/)
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Why').fill('Scratched')
  await dialog.getByRole('button', { name: /^Pay back ./ }).click()
  await page.getByText(': paid back').waitFor()
  await page.getByText('1 paid back').waitFor()

  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'Pay back' }).press('Enter')
  await dialog.getByRole('button', { name: 'All of it' }).press('Enter')
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: /^Pay back ./ }).press('Enter')
  await page.getByText('The money was paid back: nothing is left to do.').waitFor()
  expect(await page.getByRole('button', { name: 'Pay back' }).count()).toBe(0)
})
