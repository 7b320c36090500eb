import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fulfilOrder, getAdminOrder, getOrderInvoice, getPackingSlip } from '#contract/orders/admin-order.ts'
import { cancelOrder, getInvoice, getOrder } from '#contract/orders/order.ts'
import { taxNames } from '#server/modules/tax/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newOrder } from '#test/harness/data/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { issueInvoice } from './invoice.writes.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  const { userId, token } = await openSession(db)
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  staff = client(app, { cookies: new Map([['session', token]]) })
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'shipping.free_from': null,
    'invoice.gstin': '27AAPFU0939F1ZV',
  })
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
})

const newProduct = (name: string, price = 100_000, rest = {}) =>
  goods.add(name, { variants: [{ price, stock: 500 }], ...rest })

async function placed(productid: number, input: object = {}) {
  const { answer } = await order(client(app), { items: [{ productid, quantity: 3 }], ...input })
  const { number, accessToken } = answer.data
  return { number, accessToken }
}

const idOf = async ({ number }: { number: string }) =>
  (await db.selectFrom('shop_order').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id

async function invoiceOf({ number, accessToken }: { number: string; accessToken: string }) {
  const { answer, ...outcome } = await client(app).send(getInvoice, { number, accessToken })
  return { ...outcome, ...answer, ...(answer && (await readPdf(answer.bytes))) }
}

describe('an invoice', () => {
  test('matches the order to the minor unit: calculation, GST halves, totals by rate', async () => {
    await storeSettings(db, {
      'invoice.legal_name': 'Tea House Private Limited',
      'invoice.gstin': '27AAPFU0939F1ZV',
      'invoice.state': 'MH',
      'invoice.note': 'Thank you',
    })
    // 333.33 less 12.5 % is 291.66; three of them include 133.47 at 18 %: the halves are 66.73, and the odd paisa is in the value.
    const productid = await newProduct('आम Chutney', 33_333, { offer: 1_250, gst: 1_800 })
    const bought = await placed(productid)
    const { serial } = (await client(app).send(getOrder, bought)).answer.data
    const { text, name, pages } = await invoiceOf(bought)
    expect(pages).toBe(1)
    expect(name).toMatch(/^invoice-\d{4}-\d\d-\d{6}\.pdf$/)
    for (const words of [
      'Tax invoice',
      'Tea House Private Limited',
      'GSTIN 27AAPFU0939F1ZV',
      serial,
      'Maharashtra (27)',
      'Asha Rao 4 Rose Lane Pune 411001 Maharashtra',
      'Cash on delivery',
      'Chutney 3 333.33 -125.01 741.52 18% 66.73 66.73 874.98',
      'Standard delivery 1 99.00 83.90 18% 7.55 7.55 99.00',
      'Subtotal ₹999.99 Offers -₹125.01 Shipping ₹99.00 GST, included ₹148.56 Total ₹973.98',
      'Amount due ₹973.98',
      '18% 825.42 74.28 74.28 148.56 Total 825.42 74.28 74.28 148.56',
      'CGST SGST',
      'Thank you',
    ])
      expect(text).toContain(words)
    const { data } = (await client(app).send(getOrder, bought)).answer
    expect([data.subtotal, data.discount, data.tax, data.total]).toEqual([999.99, 125.01, 148.57, 973.98])
    expect(data.hasInvoice).toBe(true)
  })

  test('shows IGST for another state, and plain GST without a state of the seller', async () => {
    const productid = await newProduct('Jam', 10_000, { gst: 500 })
    const shipping = { ...checkoutForm.shipping, state: 'DL', pincode: '110001' }
    const { text } = await invoiceOf(await placed(productid, { shipping }))
    expect(text).toContain('Delhi (07)')
    expect(text).toContain('IGST')
    expect(text).toContain('5% 14.29 300.00')
    expect(text).not.toMatch(/[CS]GST/)
    expect(taxNames({ state: '', gstin: '' }, { ...shipping, country: 'IN' })).toEqual(['GST'])
  })

  test('never changes after it was issued', async () => {
    await storeSettings(db, { 'invoice.legal_name': 'Before Limited', 'invoice.state': 'MH' })
    const bought = await placed(await newProduct('Vase'))
    const before = await invoiceOf(bought)
    await storeSettings(db, { 'invoice.legal_name': 'After Limited', 'invoice.state': 'DL' })
    const after = await invoiceOf(bought)
    expect(after.text).toBe(before.text)
    expect(after.text).toContain('Before Limited')
    await expect(sql`update invoice set sequence = sequence + 1000`.execute(db)).rejects.toThrow()
  })

  test('spans several pages with a header on each', async () => {
    // One after the other: on a busy machine, all at once would exceed the wait for a connection.
    const ids: number[] = []
    for (let n = 0; n < 60; n++) ids.push(await newProduct(`Thing number ${n}`))
    const items = ids.map((productid) => ({ productid }))
    const { text, pages } = await invoiceOf((await order(client(app), { items })).answer.data)
    expect(pages).toBeGreaterThan(2)
    expect(text.match(/Taxable value/g)?.length).toBeGreaterThanOrEqual(pages - 1)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    for (const [n] of ids.entries()) expect(text).toContain(`Thing number ${n} `)
  })
})

describe('the invoice number', () => {
  test('is unique and without gaps for many concurrent invoices', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => newOrder(db)))
    const issue = (id: number) => db.transaction().execute((tx) => issueInvoice(tx, 1, id))
    // Issues each invoice twice, which must not change it. Batches keep below the wait for a connection.
    const issued = []
    for (let from = 0; from < 100; from += 10) {
      const some = ids.slice(from, from + 10)
      issued.push(...(await Promise.all([...some, ...some].map(issue))))
    }
    const numbers = [...new Set(issued.map(({ number }) => Number(number.slice(8))))].toSorted(
      (a, b) => a - b,
    )
    expect(numbers).toHaveLength(100)
    expect(numbers.at(-1)! - numbers[0]!).toBe(99)
    const { rows: outOfOrder } = await sql`
      select 1 from invoice a join invoice b on b.series = a.series and b.sequence = a.sequence + 1
      where b.issued_at < a.issued_at`.execute(db)
    expect(outOfOrder).toEqual([])
  })

  test('is not used up by a rollback', async () => {
    const bought = await placed(await newProduct('Fails'))
    const id = await idOf(bought)
    const last = () => db.selectFrom('invoice_counter').select('last_sequence').executeTakeFirst()
    const before = await last()
    const failing = db.transaction().execute(async (tx) => {
      await issueInvoice(tx, 1, id)
      throw new Error('The shipment failed')
    })
    await expect(failing).rejects.toThrow('The shipment failed')
    expect(await last()).toEqual(before)
  })

  test('restarts in April in the time zone of the shop', async () => {
    const productid = await newProduct('April')
    const [old, young] = [await placed(productid), await placed(productid)]
    const issue = async (sold: { number: string }, at: string) => {
      const id = await idOf(sold)
      return db.transaction().execute((tx) => issueInvoice(tx, 1, id, () => new Date(at)))
    }
    expect((await issue(old, '2031-03-31T18:29:59Z')).number).toBe('2030-31/000001')
    expect((await issue(young, '2031-03-31T18:30:00Z')).number).toBe('2031-32/000001')
  })

  test('is issued on shipping; there is none before confirmation or after a cancellation', async () => {
    const productid = await newProduct('Shipped')
    const [shipped, waiting, cancelled] = [
      await placed(productid),
      await placed(productid, { paymentMethod: 'bank_transfer' }),
      await placed(productid),
    ]
    const shipment = { carrier: 'Post', tracking: 'X1', trackingUrl: '' }
    expect(await staff.send(fulfilOrder, { number: shipped.number, ...shipment })).toMatchObject({
      status: 200,
    })
    const { rows } = await sql`
      select 1 from invoice join shop_order o on o.id = order_id where o.number = ${shipped.number}`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    await client(app).send(cancelOrder, cancelled)
    for (const { number, accessToken } of [waiting, cancelled]) {
      const refused = await client(app).send(getInvoice, { number, accessToken })
      expect(refused).toMatchObject({ status: 404, code: 'no_invoice' })
      const { data } = (await client(app).send(getOrder, { number, accessToken })).answer
      expect(data.hasInvoice).toBe(false)
    }
  })
})

test('waits for the address and the GSTIN of the seller', async () => {
  const taxed = await placed(await newProduct('Waiting', 100_000, { gst: 1_800 }))
  const untaxed = await placed(await newProduct('Untaxed', 100_000, { taxClass: 'exempt' }))
  const detail = async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data
  await storeSettings(db, { 'invoice.gstin': '' })
  await db.updateTable('shop').set({ address: '' }).execute()
  expect(await detail(taxed.number)).toMatchObject({ hasInvoice: false, sellerGaps: ['address', 'gstin'] })
  expect((await detail(untaxed.number)).sellerGaps).toEqual(['address'])
  const { data } = (await client(app).send(getOrder, taxed)).answer
  expect(data).toMatchObject({ hasInvoice: false, invoiceFollows: true })
  expect(await client(app).send(getInvoice, taxed)).toMatchObject({ status: 409, code: 'seller_incomplete' })
  expect(await staff.send(fulfilOrder, { number: taxed.number })).toMatchObject({ status: 200 })
  const email = await db
    .selectFrom('email')
    .select('body_text')
    .where('body_text', 'like', `%${taxed.number}%`)
    .where('template', '=', 'order_shipped')
    .executeTakeFirstOrThrow()
  expect(email.body_text).not.toContain('invoice')

  await storeSettings(db, { 'invoice.gstin': '27AAPFU0939F1ZV' })
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  expect((await invoiceOf(taxed)).text).toContain('GSTIN 27AAPFU0939F1ZV')
  expect((await detail(taxed.number)).sellerGaps).toEqual([])
  await storeSettings(db, { 'invoice.gstin': '' })
  expect(await detail(taxed.number)).toMatchObject({ hasInvoice: true, sellerGaps: [] })
  await storeSettings(db, { 'invoice.gstin': '27AAPFU0939F1ZV' })
})

test('serves an invoice only to those who may see the order, inline and uncached', async () => {
  const { number, accessToken } = await placed(await newProduct('Secret'))
  expect(await client(app).send(getInvoice, { number })).toMatchObject({ status: 404, code: 'not_found' })
  const wrong = `${accessToken.slice(0, -1)}_`
  expect(await client(app).send(getInvoice, { number, accessToken: wrong })).toMatchObject({ status: 404 })
  expect(await client(app).send(getOrderInvoice, { number })).toMatchObject({ status: 401 })
  expect((await staff.send(getOrderInvoice, { number })).status).toBe(200)
  const answer = await app.inject(`/api/orders/${number}/invoice?accessToken=${accessToken}`)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; filename="invoice-[\d-]+\.pdf"$/),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  })
})

test('a packing slip lists the items to pack without prices', async () => {
  const [variantid] = goods.lampVariants
  const items = [{ productid: goods.lamp, variantid, quantity: 2 }, { productid: goods.mug }]
  const { number, serial } = (await order(client(app), { items, note: 'Ring twice' })).answer.data
  await sql`update order_line l set refunded_quantity = 1 from shop_order o
    where o.id = l.order_id and o.number = ${number} and l.product_id = ${goods.mug}`.execute(db)
  const { bytes, name } = (await staff.send(getPackingSlip, { number })).answer
  expect(name).toBe(`packing-slip-${serial}.pdf`)
  const { text } = await readPdf(bytes)
  for (const words of [
    serial,
    'Asha Rao',
    'Lamp Colour: Sage, Size: Small',
    '2 items in total',
    'Ring twice',
  ])
    expect(text).toContain(words)
  // Refunded units are not packed.
  expect(text).not.toContain('mug')
  expect(text).not.toMatch(/₹|\d\.\d\d/)
})
