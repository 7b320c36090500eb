import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  deliverOrder,
  fulfilOrder,
  getOrderInvoice,
} from '#contract/orders/admin-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { getTaxDocuments, getTaxReport, type TaxReport, type TaxRow } from '#contract/reports/tax-report.ts'
import { dayIn, supplyAddress } from '#server/modules/tax/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { randomNumbers } from '#test/harness/data/catalog.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { findOrder, listOrderLines } from '../order/order.queries.ts'
import { listCreditNotes } from './credit-note.queries.ts'
import { documentTaxNames } from './document-blocks.ts'
import { deliveryParts, lineParts, taxByRate, type TaxedPart } from './invoice.rules.ts'
import { findInvoice } from './invoice.writes.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Client
let products: number[]
beforeAll(async () => {
  const goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds', 'reports', 'exports'])).browser
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  await storeSettings(db, {
    'invoice.gstin': '27AAPFU0939F1ZV',
    'checkout.countries': ['IN', 'DE'],
    'shipping.free_from': null,
    'tax.delivery': 'share',
  })
  const product = (name: string, price: number, gst: number, hsn: string) =>
    goods.add(name, { gst, hsn, variants: [{ price, stock: 9_000 }] })
  products = [
    await product('Mug', 33_333, 1_800, '6912'),
    await product('Tea', 9_999, 500, '0902'),
    await product('Cup', 7_777, 1_800, ''),
    await product('Book', 25_001, 0, '4901'),
  ]
})

/** A buyer with a GSTIN of Karnataka. */
const business = {
  ...checkoutForm.shipping,
  fullName: 'Mira Shah',
  company: 'Rose Traders',
  taxId: '29AAGCB7383J1Z4',
  state: 'KA',
  pincode: '560001',
}

const places = [
  { state: 'MH', pincode: '411001' },
  { state: 'DL', pincode: '110001' },
  { country: 'DE', state: 'Bavaria', pincode: '80331' },
]

interface Expected {
  taxable: number
  parts: Record<string, number>
}

/** What the documents of all orders print by place, tax name and rate, computed with the functions of the PDFs. */
async function printed(numbers: readonly string[]): Promise<Map<string, Expected>> {
  const sums = new Map<string, Expected>()
  for (const number of numbers) {
    const row = (await findOrder(db, 1, number))!
    const invoice = await findInvoice(db, 1, row.id)
    if (!invoice) continue
    const names = documentTaxNames(row, invoice)
    const { country, state } = supplyAddress(invoice)
    const add = (sign: 1 | -1, taxed: readonly TaxedPart[]) => {
      for (const { rate, taxable, parts } of taxByRate(taxed, names.length).rates) {
        const key = [country, country === 'IN' ? state : '', names.join(' + '), rate / 10_000].join()
        const sum = sums.get(key) ?? { taxable: 0, parts: {} }
        sum.taxable += sign * taxable
        names.forEach((name, index) => {
          sum.parts[name] = (sum.parts[name] ?? 0) + sign * (parts[index] ?? 0)
        })
        sums.set(key, sum)
      }
    }
    add(1, [...lineParts(await listOrderLines(db, 1, row.id)), ...deliveryParts(row)])
    for (const note of await listCreditNotes(db, 1, row.id)) add(-1, note.lines)
  }
  return sums
}

const minor = (major: number) => Math.round(major * 100)
const minorParts = ({ parts }: Pick<TaxRow, 'parts'>) =>
  Object.fromEntries(parts.map(({ name, amount }) => [name, minor(amount)]))

/** The report of today, and of yesterday in case the day changes during the test. */
const today = () => dayIn('Asia/Kolkata', new Date())
const yesterday = dayIn('Asia/Kolkata', new Date(Date.now() - 86_400_000))
const report = async (by: 'place' | 'code'): Promise<TaxReport> =>
  (await staff.send(getTaxReport, { by, from: yesterday, to: today() })).answer

test('the report of random orders is what their invoices and credit notes print, and all sums agree', async () => {
  const random = randomNumbers(51)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  const numbers: string[] = []
  for (let n = 0; n < 36; n++) {
    const items = products
      .filter(() => upTo(2) > 0)
      .map((productid) => ({ productid, quantity: 1 + upTo(4) }))
    const shipping = { ...checkoutForm.shipping, ...places[upTo(2)] }
    if (items.length === 0) continue
    const { number } = (
      await order(client(app), { items, shipping, ...(n % 3 === 0 && { billing: business }) })
    ).answer.data
    numbers.push(number)
    const fate = upTo(5)
    if (fate === 0) continue
    if (fate === 1) {
      await staff.send(getOrderInvoice, { number })
      await staff.send(cancelOrderAsStaff, { number })
      continue
    }
    await staff.send(fulfilOrder, { number })
    if (fate === 2) continue
    await staff.send(deliverOrder, { number })
    const refund = (input: object) =>
      staff.send(refundOrder, { number, ...input }, { 'idempotency-key': randomUUID() })
    if (fate > 3) await refund({ lines: [{ position: 0, quantity: 1 }] })
    if (fate > 4) await refund({ amount: (1 + upTo(4_000)) / 100 })
    if (fate > 4 && upTo(1)) await refund({ shipping: true })
  }
  const byPlace = await report('place')
  const sums = await printed(numbers)
  expect(
    new Map(
      byPlace.data.map((row) => [
        [row.country, row.state, row.name, row.rate].join(),
        { taxable: minor(row.taxable), parts: minorParts(row) },
      ]),
    ),
  ).toEqual(sums)
  expect(new Set(byPlace.data.map(({ name }) => name))).toEqual(new Set(['CGST + SGST', 'IGST']))
  expect(byPlace.proof.agrees).toBe(true)
  expect(byPlace.proof.credited).toBeGreaterThan(0)
  expect(byPlace.proof.documents).toEqual({ total: byPlace.totals.total, tax: byPlace.totals.tax })
  expect(byPlace.notInvoiced.orders).toBeGreaterThan(0)

  const byCode = await report('code')
  expect(byCode.totals).toEqual(byPlace.totals)
  const ofCode = (code: string) => byCode.data.filter((row) => row.code === code)
  expect(byCode.data.map(({ code }) => code)).toEqual(expect.arrayContaining(['6912', 'none', 'delivery']))
  const units = await db
    .selectFrom('order_line as l')
    .innerJoin('shop_order as o', (join) => join.onRef('o.id', '=', 'l.order_id'))
    .innerJoin('invoice as i', (join) => join.onRef('i.order_id', '=', 'l.order_id'))
    .select((row) => row.fn.sum<number>(row('l.quantity', '-', row.ref('l.refunded_quantity'))).as('kept'))
    .where('l.hsn', '=', '6912')
    .where('o.status', '<>', 'cancelled')
    .executeTakeFirstOrThrow()
  expect(ofCode('6912').reduce((sum, row) => sum + (row.units ?? 0), 0)).toBe(Number(units.kept))

  // Each figure leads to documents that add up to it.
  for (const row of byPlace.data) {
    const { country, state, name, rate } = row
    const filter = { from: yesterday, to: today(), country, ...(state && { state }), name, rate, limit: 100 }
    const { answer } = await staff.send(getTaxDocuments, filter)
    expect(answer.sums).toEqual({ taxable: row.taxable, tax: row.tax, total: row.total })
    expect(answer.total).toBe(row.invoices + row.creditNotes)
    expect(answer.data.reduce((sum, each) => sum + minor(each.tax), 0)).toBe(minor(row.tax))
  }
  for (const { code, rate, tax, taxable, total } of byCode.data) {
    const filter = { from: yesterday, to: today(), code, rate }
    expect((await staff.send(getTaxDocuments, filter)).answer.sums).toEqual({ taxable, tax, total })
  }
})
