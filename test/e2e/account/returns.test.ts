import { expect, it } from 'vitest'
import { checkoutForm } from '#test/harness/data/order.ts'
import { ownProduct } from '../support/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated, openPage } from '../support/page.ts'
import { inDatabase, somebody } from '../support/person.ts'
import { placeOrder, serialOf } from '../support/place-order.ts'
import { callAs, hasFocus, toast } from '../support/shopper.ts'
import { openAsAdmin } from '../support/staff.ts'

/** A shipped order of three units, with the address that opens it for its guest. */
async function shippedOrder() {
  const product = await ownProduct(50_000, 9)
  const { email } = somebody()
  const number = await placeOrder(product, { email, quantity: 3 })
  const staff = await openAsAdmin('/dashboard/returns', { expected: /status of 400/ })
  expect((await callAs(staff, `admin/orders/${number}/fulfil`)).status).toBe(200)
  const body = await inDatabase((db) =>
    db
      .selectFrom('email')
      .select('body_text as text')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow(),
  )
  const [, token] = /accessToken=([^\s&]+)/.exec(body.text ?? '') ?? []
  return { number, email, staff, product, path: `/orders/${number}?accessToken=${token}` }
}

it('a guest asks for a return, staff receive and refund it, and the guest follows it', async () => {
  const { number, staff, product, path } = await shippedOrder()
  const page = await openPage(path, { width: 360 })
  await page.getByRole('link', { name: 'Return items' }).click()
  await page.getByRole('heading', { level: 1, name: 'Return items' }).waitFor()
  // Before, the browser sends the form itself and logs the status 400 of the page that answers.
  await hydrated(page)
  await page.getByRole('button', { name: 'Ask for a return' }).click()
  await page.getByText('Select items to return').waitFor()
  await page.getByLabel(product.name).selectOption('2')
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Ask for a return' }).click()
  await toast(page, 'We’ve received your return request').waitFor()
  await page.getByText('We’re looking at your request.').waitFor()

  const serial = await serialOf(number)
  await staff.goto(`/dashboard/returns?q=${serial}`)
  await expectNoAxeViolations(staff)
  await staff.getByRole('link', { name: serial }).press('Enter')
  await staff.getByRole('button', { name: 'Approve' }).press('Enter')
  await staff.getByLabel('How to send the items back').fill('Use the enclosed label.')
  await expectNoAxeViolations(staff)
  await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await staff.getByText('Your answer: Use the enclosed label.').waitFor()
  await staff.getByRole('button', { name: 'Receive items' }).click()
  await staff.getByLabel(`Damaged units of ${product.name}`).fill('1')
  await staff.getByRole('button', { name: 'Save' }).click()
  await staff.getByText(/must add up to 2/).waitFor()
  await staff.getByLabel(`Restocked units of ${product.name}`).fill('1')
  await staff.getByRole('button', { name: 'Save' }).click()
  await staff.getByText('1 restocked · 1 damaged · 0 missing').waitFor()
  // The order is paid on delivery, so no money is there to give back.
  await staff.getByRole('button', { name: 'Close return' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Close return' }).click()
  await staff.getByRole('heading', { name: 'Closed, nothing was paid' }).waitFor()
  await page.reload()
  await page.getByText('Done. Nothing was paid, so nothing is refunded.').waitFor()
})

it('an order on hold does not ship until staff cancel the withdrawn items or release it', async () => {
  const product = await ownProduct(50_000, 9)
  const { email } = somebody()
  const [kept, cancelled] = [
    await placeOrder(product, { email, quantity: 3 }),
    await placeOrder(product, { email, quantity: 1 }),
  ]
  const staff = await openAsAdmin('/dashboard/orders/pending', { expected: /status of 409/ })
  for (const number of [kept, cancelled])
    expect((await callAs(staff, 'withdrawals', { number, email })).status).toBe(200)
  const serial = await serialOf(kept)
  await staff.goto(`/dashboard/orders?q=${serial}`)
  await staff.getByLabel('Status', { exact: true }).selectOption('On hold')
  await staff.getByRole('row', { name: serial }).getByText('On hold').waitFor()
  await expectNoAxeViolations(staff)
  await staff.getByRole('checkbox', { name: new RegExp(serial) }).check()
  await staff.getByRole('button', { name: 'Mark as shipped' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Mark as shipped' }).click()
  await staff.getByText(`Order ${serial} is on hold because its buyer has withdrawn`).waitFor()
  await staff.getByRole('button', { name: 'Close' }).last().click()

  await staff.goto(`/dashboard/orders/${kept}`)
  await staff.getByRole('heading', { name: 'On hold. Do not ship' }).waitFor()
  expect(await staff.getByRole('button', { name: 'Ship order' }).count()).toBe(0)
  await expectNoAxeViolations(staff)
  await staff.getByRole('button', { name: 'Release' }).press('Enter')
  await staff.getByRole('button', { name: 'Release order' }).press('Enter')
  await staff.getByText('Enter why the order ships after all').waitFor()
  await staff.getByLabel('Reason').fill('The customer wants it after all.')
  await expectNoAxeViolations(staff)
  await staff.getByRole('button', { name: 'Release order' }).press('Enter')
  await staff.getByRole('button', { name: 'Ship order' }).waitFor()
  await expect.poll(() => hasFocus(staff.getByRole('heading', { level: 1 }))).toBe(true)

  await staff.goto(`/dashboard/orders/${cancelled}`)
  await staff.getByRole('button', { name: 'Cancel order' }).press('Enter')
  await staff.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).press('Enter')
  await staff.getByText('Cancelled. Nothing left to do.').waitFor()
})

it('a return and a withdrawal can be declared without scripts', async () => {
  const { number, email, product, path } = await shippedOrder()
  const page = await openPage(path, { javaScript: false })
  await page.getByRole('link', { name: 'Return items' }).click()
  await page.getByLabel(product.name).selectOption('1')
  await page.getByRole('button', { name: 'Ask for a return' }).click()
  await page.getByText('We’re looking at your request.').waitFor()

  await page.goto('/withdrawal')
  await page.getByLabel('Order number').fill(await serialOf(number))
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Confirm your withdrawal' }).waitFor()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await page.getByRole('heading', { level: 1, name: 'Withdrawal sent' }).waitFor()
  const receipts = await inDatabase((db) =>
    db
      .selectFrom('email')
      .select('subject')
      .where('recipient', '=', email)
      .where('template', '=', 'withdrawal_received')
      .execute(),
  )
  expect(receipts).toHaveLength(1)
})

it('a withdrawal takes two steps, by keyboard', async () => {
  const page = await openPage('/withdrawal', { width: 360 })
  await page.getByLabel('Order number').fill(checkoutForm.contact.phone)
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Confirm your withdrawal' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Confirm withdrawal' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Withdrawal sent' }).waitFor()
  await expectNoSidewaysScroll(page)
})
