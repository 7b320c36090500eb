import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { checkoutForm } from '#test/harness/order.ts'
import { newRefund, newSoldOrder } from '#test/harness/sold-order.ts'
import { variantsOf } from '#test/harness/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from './page.ts'
import { inDatabase } from './person.ts'
import { hasFocus, simpleProduct } from './shopper.ts'
import { openAsAdmin } from './staff.ts'

/** Long ago, where no other test orders anything. */
const march = 'from=2024-03-01&to=2024-03-31'
const address = { ...checkoutForm.shipping, line2: '', country: 'IN' }
let name = ''

beforeAll(async () => {
  const product = await simpleProduct()
  const { productid: productId } = product
  name = product.productname
  await inDatabase(async (db) => {
    const line = { productId, variantId: (await variantsOf(db, productId))[0]!, price: 49_950 }
    const shipping = 9_900
    const one = await newSoldOrder(db, [{ ...line, quantity: 2 }], {
      number: 'REPO-RTED-0001',
      placed_at: '2024-03-05T10:00:00Z',
      status: 'delivered',
      shipping,
    })
    await newRefund(db, { orderId: one, lines: { 0: 49_950 }, at: '2024-03-20T10:00:00Z' })
    await newSoldOrder(db, [{ ...line, quantity: 1 }], {
      number: 'REPO-RTED-0002',
      shipping_address: JSON.stringify(address),
      billing_address: JSON.stringify(address),
      placed_at: '2024-02-10T10:00:00Z',
      status: 'delivered',
    })
    await newSoldOrder(db, [{ ...line, quantity: 300 }], { number: 'REPO-RTED-0003', status: 'delivered' })
  })
})

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

it('the overview shows what was sold in the period that is chosen, and what is wrong', async () => {
  const page = await openAsAdmin('/dashboard')
  const sales = page.getByRole('region', { name: 'Sales', exact: true })
  await sales.getByText('Average order').waitFor()
  await sales.getByRole('img', { name: /^Chart of sales: most on/ }).waitFor()
  await sales.getByRole('link', { name }).waitFor()
  await expectNoAxeViolations(page)
  const today = sales.getByRole('button', { name: 'Today' })
  await today.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sales by hour' }).waitFor()
  expect(new URL(page.url()).search).toBe('?days=1')
  expect(await today.getAttribute('aria-pressed')).toBe('true')
  expect(await hasFocus(today)).toBe(true)
  await sales.getByText('The chart as a table').click()
  await sales.getByRole('row', { name: /^00:00/ }).waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

it('sales are told apart, put in order, and taken home as a file', async () => {
  const page = await openAsAdmin(`/dashboard/reports?${march}&sort=name`, { expected: /status of 400/ })
  await page.getByText('Against 30 Jan 2024 to 29 Feb 2024').waitFor()
  await row(page, '5 Mar 2024').getByText('₹1,098').first().waitFor()
  await row(page, '20 Mar 2024').getByText('-₹499.50').waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Sales by').selectOption('Product')
  await row(page, 'Delivery, and refunds of no product').getByText('₹99').first().waitFor()
  await row(page, name).getByRole('link', { name }).waitFor()
  await row(page, name).getByText('±0 %').waitFor()
  const pieces = page.getByRole('columnheader', { name: 'Pieces' })
  await pieces.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/sort=pieces_desc/)
  await expect.poll(() => pieces.getAttribute('aria-sort')).toBe('descending')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('sales-by-product_2024-03-01_2024-03-31.csv')
  const csv = await (await page.request.get(file.url())).text()
  expect(csv).toContain(',2,999.00,0.00,499.50,499.50,499.50\r\n')

  await page.getByLabel('From').fill('2022-03-01')
  await page.getByRole('alert').getByText('A report is about a year at most').waitFor()
  await page.getByLabel('From').fill('2024-03-06')
  await row(page, name).getByText('-₹499.50').waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

it('the books are checked by a button, which says what does not fit and leads to the order', async () => {
  const page = await openAsAdmin('/dashboard/books')
  const number = 'REPO-RTED-0002'
  const check = page.getByRole('button', { name: 'Check now' })
  await check.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('The books are being checked…').waitFor()
  await page
    .getByRole('status')
    .getByText(/do not fit\. Checked/)
    .waitFor()
  expect(await hasFocus(check)).toBe(true)
  const rule = page
    .getByRole('listitem')
    .filter({ hasText: 'What an order has been paid is what its payments add up to: ' })
  await rule.getByRole('link', { name: `Order ${number}` }).waitFor()
  await page.getByText('The total of each order is the sum of its steps: yes').waitFor()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await rule.getByRole('link', { name: `Order ${number}` }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Exceptions in the books' }).waitFor()
  await inDatabase((db) => sql`delete from book_check`.execute(db))
})
