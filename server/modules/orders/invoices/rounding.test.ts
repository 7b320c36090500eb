import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverOrder, fulfilOrder, getOrderInvoice } from '#contract/orders/admin-order.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { addToCart } from '#contract/cart/cart.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { getTaxReport } from '#contract/reports/tax-report.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { listCreditNotes } from './credit-note.queries.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds', 'reports', 'exports'])).browser
  await db.updateTable('shop').set({ address: '1 Market Road' }).execute()
  await set({ 'tax.prices_include': false, 'shipping.free_from': 0 })
})

const set = async (settings: Record<string, unknown>) => {
  for (const [key, value] of Object.entries(settings))
    await sql`insert into setting (config_id, key, value) values (1, ${key}, ${JSON.stringify(value)})
      on conflict (config_id, key) do update set value = excluded.value`.execute(db)
}

/** An order of three items, its invoice and a refund of each line; returns the tax that each of them names. */
async function sell(prices: readonly number[], more: object, destination: object) {
  const items = []
  for (const price of prices)
    items.push({ productid: await goods.add(`At ${price}`, { ...more, variants: [{ price, stock: 9 }] }) })
  const shopper = client(app)
  for (const { productid } of items) await shopper.send(addToCart, { productid })
  const quote = (await shopper.send(getCheckout, destination)).answer.data.summary
  const shipping = { ...checkoutForm.shipping, ...destination }
  const placed = await order(shopper, { shipping, expectedTotal: quote.total })
  expect(placed.status).toBe(201)
  const { number } = placed.answer.data
  const { text } = await readPdf((await staff.send(getOrderInvoice, { number })).answer.bytes)
  const report = (await staff.send(getTaxReport, {})).answer
  await staff.send(fulfilOrder, { number })
  await staff.send(deliverOrder, { number })
  for (const position of prices.keys())
    await staff.send(
      refundOrder,
      { number, lines: [{ position, quantity: 1 }] },
      { 'idempotency-key': randomUUID() },
    )
  const { id } = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const notes = await listCreditNotes(db, 1, id)
  return { quote, text, report, credited: notes.reduce((sum, { tax }) => sum + tax, 0) / 100 }
}

test('a British seller rounds each rate once: quote, invoice, report and refunds agree', async () => {
  await set({ 'tax.country': 'GB', 'checkout.countries': ['GB'] })
  const london = { country: 'GB', state: 'London', pincode: 'SW1A 1AA' }
  const { quote, text, report, credited } = await sell([583, 583, 584], { taxClass: 'standard' }, london)
  expect(quote).toMatchObject({ tax: 3.5, total: 21 })
  expect(text).toContain('20% 17.50 3.50')
  expect(report.data).toMatchObject([{ rate: 20, taxable: 17.5, tax: 3.5, total: 21 }])
  expect(report.proof.agrees).toBe(true)
  expect(credited).toBe(3.5)
  await set({ 'tax.rounding': 'line' })
  expect((await sell([583, 583, 584], { taxClass: 'standard' }, london)).quote.tax).toBe(3.51)
})

test('within an Indian state, CGST and SGST are equal on each line and in the report', async () => {
  await set({ 'tax.country': 'IN', 'checkout.countries': ['IN'], 'invoice.gstin': '27AAPFU0939F1ZV' })
  const pune = { country: 'IN', state: 'MH', pincode: '411001' }
  const { quote, text, report, credited } = await sell([10_005, 10_005], { gst: 1_800 }, pune)
  expect(quote).toMatchObject({ tax: 36, total: 236.1 })
  expect(text).toContain('100.05 18% 9.00 9.00 118.05')
  expect(report.data.find(({ place }) => place === 'Maharashtra, India')?.parts).toEqual([
    { name: 'CGST', amount: 18 },
    { name: 'SGST', amount: 18 },
  ])
  expect(credited).toBe(36)
  const delhi = { country: 'IN', state: 'DL', pincode: '110001' }
  expect((await sell([10_005, 10_005], { gst: 1_800 }, delhi)).quote.tax).toBe(36.02)
})

test('the tax that a price contains keeps its total, and its halves are equal', async () => {
  await set({ 'tax.prices_include': true })
  const pune = { country: 'IN', state: 'MH', pincode: '411001' }
  // 12 % of 1,121 contain 120.11: an odd unit, which the invoice leaves in the value.
  const { quote, text, report, credited } = await sell([112_100], { gst: 1_200 }, pune)
  expect(quote).toMatchObject({ tax: 120.11, total: 1_121 })
  expect(text).toContain('1,000.90 12% 60.05 60.05 1,121.00')
  expect(text).toContain('GST, included ₹120.10')
  expect(report.data.find(({ rate }) => rate === 12)).toMatchObject({
    taxable: 1_000.9,
    tax: 120.1,
    total: 1_121,
  })
  expect(report.proof.agrees).toBe(true)
  expect(credited).toBe(120.11)
})

test('the integrity checks accept all of these', async () => {
  const findings = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  expect(findings.filter(({ check }) => check.includes('tax') || check.includes('credit'))).toEqual([])
})
