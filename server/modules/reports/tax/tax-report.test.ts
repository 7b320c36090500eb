import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fulfilOrder, getOrderInvoice } from '#contract/orders/admin-order.ts'
import { exportTaxReport, getTaxDocuments, getTaxReport } from '#contract/reports/tax-report.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client

beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds', 'reports', 'exports'])).browser
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  await storeSettings(db, {
    'invoice.gstin': '27AAPFU0939F1ZV',
    'shipping.free_from': null,
    'tax.delivery': 'share',
  })
})

/** Places an order of three units to a place. */
async function place(productid: number, to: object = {}) {
  const shipping = { ...checkoutForm.shipping, ...to }
  const { answer } = await order(client(app), { items: [{ productid, quantity: 3 }], shipping })
  return answer.data.number
}

/** Moves the documents of an order to another moment, past the guard of issued documents. */
const issuedAt = (number: string, at: string) =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const ofOrder = sql`order_id = (select id from shop_order where number = ${number})`
    await sql`update invoice set issued_at = ${at} where ${ofOrder}`.execute(tx)
    await sql`update credit_note set issued_at = ${at} where ${ofOrder}`.execute(tx)
    await sql`update shop_order set placed_at = ${at} where number = ${number}`.execute(tx)
  })

async function invoiced(at: string, productid: number, to?: object) {
  const number = await place(productid, to)
  await staff.send(getOrderInvoice, { number })
  await issuedAt(number, at)
  return number
}

const report = async (input: object) => (await staff.send(getTaxReport, input)).answer

const download = (query: Record<string, string>) =>
  app.inject({
    url: `/api/${exportTaxReport.path}`,
    query,
    cookies: Object.fromEntries(staff.cookies),
  })

test('a document counts in the month in which it was issued, in the time zone of the shop', async () => {
  const product = await goods.add('Bowl', {
    gst: 1_800,
    hsn: '6912',
    variants: [{ price: 33_333, stock: 99 }],
  })
  // One second before March in India, and its first second.
  await invoiced('2025-02-28T18:29:59Z', product)
  const number = await invoiced('2025-02-28T18:30:00Z', product)
  const march = { from: '2025-03-01', to: '2025-03-31' }
  const { data, totals, proof, period } = await report(march)
  // 999.99 include 152.54, and 99.00 of delivery 15.10: the first halves are 76.27 and 7.55.
  const sums = {
    taxable: 931.35,
    tax: 167.64,
    total: 1_098.99,
    parts: [
      { name: 'CGST', amount: 83.82 },
      { name: 'SGST', amount: 83.82 },
    ],
  }
  expect(data).toEqual([
    {
      ...sums,
      place: 'Maharashtra, India',
      country: 'IN',
      state: 'MH',
      code: '',
      name: 'CGST + SGST',
      rate: 18,
      units: null,
      invoices: 1,
      creditNotes: 0,
    },
  ])
  expect(totals).toEqual({ ...sums, invoices: 1, creditNotes: 0 })
  expect(period).toEqual(march)
  expect(proof).toMatchObject({ orders: 1, invoiced: 1_098.99, paid: 0, due: 1_098.99, agrees: true })
  expect((await report({ ...march, by: 'code' })).data).toMatchObject([
    { code: '6912', units: 3, taxable: 847.45, tax: 152.54 },
    { code: 'delivery', units: null, taxable: 83.9, tax: 15.1 },
  ])
  expect((await report({ from: '2025-02-01', to: '2025-02-28' })).totals).toMatchObject({ invoices: 1 })

  const { answer } = await staff.send(getTaxDocuments, { ...march, code: '6912' })
  expect(answer).toMatchObject({
    total: 1,
    sums: { taxable: 847.45, tax: 152.54, total: 999.99 },
    data: [{ kind: 'invoice', order: number, customer: 'Asha Rao', tax: 152.54 }],
  })
  expect((await staff.send(getTaxDocuments, { ...march, country: 'IN', state: 'DL' })).answer.total).toBe(0)

  const file = await download(march)
  expect(file.headers['content-disposition']).toContain('tax-by-place_2025-03-01_2025-03-31.csv')
  expect(file.body.split('\r\n')).toEqual([
    '\uFEFFPlace,Country,State,Tax,Rate (%),Taxable value (INR),Tax (INR),CGST (INR),SGST (INR),Total (INR),Invoices,Credit notes',
    '"Maharashtra, India",IN,MH,CGST + SGST,18,931.35,167.64,83.82,83.82,1098.99,1,0',
    '',
  ])
  expect((await download({ ...march, by: 'code' })).body).toContain('6912,3,18,847.45,152.54,76.27,76.27,')
  expect((await download({ ...march, by: 'document' })).body).toMatch(
    /2025-03-01,Invoice,20\d\d-\d\d\/\d{6},\d{4}-\d{6},Asha Rao,,931.35,167.64,1098.99\r\n$/,
  )
})

test('the default period is this month up to today; more than a year is refused', async () => {
  const { period } = await report({})
  expect(period.from).toBe(`${period.to.slice(0, 8)}01`)
  expect(await staff.send(getTaxReport, { from: '2024-01-01', to: '2025-03-01' })).toMatchObject({
    status: 400,
    code: 'invalid_period',
  })
})

test('an order without an invoice has a sum of its own, an imported one and another currency have none', async () => {
  const april = { from: '2025-04-01', to: '2025-04-30' }
  const product = await goods.add('Tray', { gst: 500, variants: [{ price: 10_000, stock: 99 }] })
  const open = await place(product)
  const imported = await place(product)
  const cancelled = await place(product)
  for (const number of [open, imported, cancelled]) await issuedAt(number, '2025-04-10T10:00:00Z')
  await sql`update shop_order set imported_at = now() where number = ${imported}`.execute(db)
  await sql`update shop_order set status = 'cancelled' where number = ${cancelled}`.execute(db)
  const foreign = await invoiced('2025-04-10T10:00:00Z', product)
  await sql`update shop_order set currency = 'USD' where number = ${foreign}`.execute(db)
  expect(await report(april)).toMatchObject({
    data: [],
    totals: { tax: 0, total: 0, invoices: 0 },
    notInvoiced: { orders: 1, taxable: 380, tax: 19, total: 399 },
    elsewhere: 1,
  })
  const { answer } = await staff.send(getTaxDocuments, { ...april, kind: 'not_invoiced' })
  expect(answer).toMatchObject({
    total: 1,
    sums: { tax: 19 },
    data: [{ kind: 'not_invoiced', number: null, order: open }],
  })
  await staff.send(fulfilOrder, { number: open })
  expect((await report(april)).notInvoiced.orders).toBe(0)
})

test('the place is where the tax is due: a state of the USA however it is written, or the home of an EU seller', async () => {
  const product = await goods.add('Vase', { taxClass: 'standard', variants: [{ price: 11_900, stock: 99 }] })
  const may = { from: '2025-05-01', to: '2025-05-31' }
  await storeSettings(db, {
    'checkout.countries': ['US', 'FR', 'JP'],
    'tax.country': 'US',
    'tax.state': 'CA',
    'tax.prices_include': false,
    'tax.registered': ['US-NY'],
  })
  const york = { country: 'US', state: 'new york', pincode: '10001' }
  await invoiced('2025-05-10T10:00:00Z', product, york)
  await invoiced('2025-05-10T10:00:00Z', product, { ...york, state: 'NY' })
  await storeSettings(db, { 'tax.country': 'DE', 'tax.eu_sales': 'origin', 'tax.prices_include': true })
  await invoiced('2025-05-11T10:00:00Z', product, { country: 'FR', state: 'Paris', pincode: '75001' })
  await invoiced('2025-05-11T10:00:00Z', product, { country: 'JP', state: 'Tokyo', pincode: '100-0001' })
  const { data } = await report(may)
  expect(data).toMatchObject([
    { place: 'Germany', country: 'DE', state: '', name: 'VAT', rate: 19 },
    { place: 'Japan', country: 'JP', state: '', rate: 0, tax: 0 },
    { place: 'New York, United States', country: 'US', state: 'NY', name: 'Sales tax', invoices: 2 },
  ])
  await db.deleteFrom('setting').where('key', 'in', ['tax.country', 'checkout.countries']).execute()
})

test('a credit note that no refund explains breaks the proof', async () => {
  const product = await goods.add('Jug', { gst: 1_800, variants: [{ price: 11_800, stock: 99 }] })
  const number = await invoiced('2025-06-10T10:00:00Z', product)
  const june = { from: '2025-06-01', to: '2025-06-30' }
  expect((await report(june)).proof.agrees).toBe(true)
  const line = { position: 0, part: 0, rate: 180_000, quantity: 1, total: 11_800, tax: 1_800 }
  await db
    .insertInto('credit_note')
    .values({
      config_id: 1,
      series: 'CN/2025-26/',
      digits: 5,
      sequence: 9,
      order_id: sql<number>`(select id from shop_order where number = ${number})`,
      issued_at: '2025-06-11T10:00:00Z',
      reason: 'refund',
      total: 11_800,
      tax: 1_800,
      lines: JSON.stringify([line]),
    })
    .execute()
  const { proof, data } = await report(june)
  expect(proof).toMatchObject({ credited: 118, refunded: 0, agrees: false })
  expect(data).toMatchObject([{ invoices: 1, creditNotes: 1 }])
  const { answer } = await staff.send(getTaxDocuments, { ...june, kind: 'credit_note' })
  expect(answer.data).toMatchObject([{ number: 'CN/2025-26/00009', serial: 'CN-2025-26-00009', tax: -18 }])
})
