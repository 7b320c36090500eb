import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { checkoutForm } from '#test/harness/data/order.ts'
import { newRefund, newSoldOrder } from '#test/harness/data/sold-order.ts'
import { variantsOf } from '#test/harness/data/goods.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll } from '../support/page.ts'
import { inDatabase } from '../support/person.ts'
import { hasFocus, simpleProduct } from '../support/shopper.ts'
import { openAsAdmin } from '../support/staff.ts'

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

it('the overview shows the sales of the chosen period', async () => {
  const page = await openAsAdmin('/dashboard')
  const sales = page.getByRole('region', { name: 'Sales', exact: true })
  await sales.getByText('Average order').waitFor()
  await sales.getByRole('img', { name: /^Chart of sales: highest on/ }).waitFor()
  await page.getByRole('region', { name: 'Best sellers' }).getByRole('link', { name }).waitFor()
  await page.getByRole('region', { name: 'Latest orders' }).getByRole('link').first().waitFor()
  await expectNoAxeViolations(page)
  await sales.getByRole('slider', { name: 'Bar of the chart' }).press('ArrowLeft')
  await sales.getByText(/^\d+ \w+: ₹.* · Previous 7 days: ₹/).waitFor()
  const today = sales.getByRole('button', { name: 'Today' })
  await today.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sales by hour' }).waitFor()
  expect(new URL(page.url()).search).toBe('?days=1')
  await expect.poll(() => today.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => hasFocus(today)).toBe(true)
  await sales.getByText('Show as table').click()
  await sales.getByRole('row', { name: /^00:00/ }).waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

it('sales can be grouped, sorted and downloaded as CSV', async () => {
  const page = await openAsAdmin(`/dashboard/reports?${march}&sort=name`, { expected: /status of 400/ })
  await page.getByText('Compared with 30 Jan 2024 to 29 Feb 2024').waitFor()
  await row(page, '5 Mar 2024').getByText('₹1,098').first().waitFor()
  await row(page, '20 Mar 2024').getByText('-₹499.50').waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Sales by').selectOption('Product')
  await row(page, 'Shipping and other refunds').getByText('₹99').first().waitFor()
  await row(page, name).getByRole('link', { name }).waitFor()
  await row(page, name).getByText('No change').waitFor()
  const units = page.getByRole('columnheader', { name: 'Units sold' })
  await units.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/sort=units_desc/)
  await expect.poll(() => units.getAttribute('aria-sort')).toBe('descending')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('sales-by-product_2024-03-01_2024-03-31.csv')
  const csv = await (await page.request.get(file.url())).text()
  expect(csv).toContain(',2,999.00,0.00,499.50,499.50,499.50\r\n')

  await page.getByLabel('From').fill('2022-03-01')
  await page.getByRole('alert').getByText('A report can cover up to a year').waitFor()
  await page.getByLabel('From').fill('2024-03-06')
  await row(page, name).getByText('-₹499.50').waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await expectNoAxeViolations(page)
})

it('a reconciliation lists its issues with links to the orders', async () => {
  const page = await openAsAdmin('/dashboard/reconciliation')
  const number = 'REPO-RTED-0002'
  const check = page.getByRole('button', { name: 'Check now' })
  await check.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Checking…').waitFor()
  await page
    .getByRole('status')
    .getByText(/issues found\. Checked/)
    .waitFor()
  await expect.poll(() => hasFocus(check)).toBe(true)
  const rule = page.getByRole('listitem').filter({ hasText: 'Paid amounts match the payments: ' })
  await rule.getByRole('link', { name: `Order ${number}` }).waitFor()
  await page.getByText('Order totals match their items, discounts, tax and shipping: passed').waitFor()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await rule.getByRole('link', { name: `Order ${number}` }).click()
  await page.getByRole('heading', { level: 1, name: /^Order \d{4}-\d{6}$/ }).waitFor()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Reconciliation issues' }).waitFor()
  await inDatabase((db) => sql`delete from integrity_check`.execute(db))
})

it('a figure of the tax report leads to its order', async () => {
  const number = 'REPO-RTED-0002'
  const days = 'from=2024-02-01&to=2024-02-29'
  await inDatabase(async (db) => {
    await sql`insert into invoice (config_id, series, sequence, order_id, issued_at, billing_address, shipping_address)
      select 1, '2023-24/', 1, id, placed_at, billing_address, shipping_address from shop_order
      where number = ${number} on conflict do nothing`.execute(db)
  })
  const page = await openAsAdmin(`/dashboard/reports/tax?${days}`)
  await row(page, 'Maharashtra, India').getByText('₹499.50').first().waitFor()
  await page.getByRole('heading', { name: 'All sums agree' }).waitFor()
  await page.getByText('Until today, 1 order behind them had invoices of ₹499.50').waitFor()
  await page.getByText('₹499.50 was paid, ₹0 refunded, and ₹0 is still due.').waitFor()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await row(page, 'Maharashtra, India')
    .getByRole('link', { name: /^1 documents of Maharashtra/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Tax documents' }).waitFor()
  // The link keeps a rate of 0 too.
  await page.getByText('MH, IN · GST · 0%').waitFor()
  await row(page, 'Invoice 2023-24/000001')
    .getByRole('link', { name: /^\d{4}-\d{6}$/ })
    .click()
  await page.getByRole('heading', { level: 1, name: /^Order \d{4}-\d{6}$/ }).waitFor()
  expect(page.url()).toContain(number)
})
