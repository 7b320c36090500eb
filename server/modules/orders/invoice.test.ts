import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fulfilOrder, getOrderInvoice, getPackingSlip } from '#contract/admin-order.ts'
import { cancelOrder, getInvoice, getOrder } from '#contract/order.ts'
import { testApp } from '#test/harness/app.ts'
import { newOrder } from '#test/harness/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import { checkoutForm, order } from '#test/harness/order.ts'
import { readPdf } from '#test/harness/pdf.ts'
import { openSession, person, type Person } from '#test/harness/person.ts'
import { financialYear } from './financial-year.ts'
import { issueInvoice } from './invoice.writes.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Person
const set = (settings: Record<string, unknown>) =>
  db
    .insertInto('setting')
    .values(
      Object.entries(settings).map(([key, value]) => ({ config_id: 1, key, value: JSON.stringify(value) })),
    )
    .onConflict((same) =>
      same.columns(['config_id', 'key']).doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute()
beforeAll(async () => {
  goods = await makeGoods(db)
  const { userId, token } = await openSession(db)
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  staff = person(app, { cookies: new Map([['session', token]]) })
  await set({ 'payment.bank_transfer': true, 'shipping.free_from': null })
})

const newThing = (name: string, price = 100_000, rest = {}) =>
  goods.add(name, { variants: [{ price, stock: 500 }], ...rest })

async function placed(productid: number, input: object = {}) {
  const { answer } = await order(person(app), { items: [{ productid, quantity: 3 }], ...input })
  const { number, accessToken } = answer.data
  return { number, accessToken }
}

const idOf = async ({ number }: { number: string }) =>
  (await db.selectFrom('shop_order').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id

async function invoiceOf({ number, accessToken }: { number: string; accessToken: string }) {
  const { answer, ...outcome } = await person(app).send(getInvoice, { number, accessToken })
  return { ...outcome, ...answer, ...(answer && (await readPdf(answer.bytes))) }
}

describe('what stands on an invoice', () => {
  test('is the order to the smallest unit: steps, GST in halves, sums by rate', async () => {
    await set({
      'invoice.legal_name': 'Tea House Private Limited',
      'invoice.gstin': '27AAPFU0939F1ZV',
      'invoice.state': 'MH',
      'invoice.note': 'Thank you',
    })
    // 333.33 less 12.5 % is 291.66; three of them contain 133.47 at 18 %: the halves are 66.74 and 66.73.
    const productid = await newThing('आम Chutney', 33_333, { offer: 1_250, gst: 1_800 })
    const bought = await placed(productid)
    const { text, name, pages } = await invoiceOf(bought)
    expect(pages).toBe(1)
    expect(name).toMatch(/^invoice-\d{4}-\d\d-\d{6}\.pdf$/)
    for (const words of [
      'Tax invoice',
      'Tea House Private Limited',
      'GSTIN 27AAPFU0939F1ZV',
      bought.number,
      'Maharashtra (27)',
      'Asha Rao 4 Rose Lane Pune 411001 Maharashtra',
      'Cash on delivery',
      'Chutney 3 333.33 -125.01 741.51 18 % 66.74 66.73 874.98',
      'Sub total ₹999.99 Offers -₹125.01 Shipping ₹99.00 GST, included ₹133.47 Total ₹973.98',
      'To be paid ₹973.98',
      '18 % 741.51 66.74 66.73 133.47 Sum 741.51 66.74 66.73 133.47',
      'CGST SGST',
      'Thank you',
    ])
      expect(text).toContain(words)
    const { data } = (await person(app).send(getOrder, bought)).answer
    expect([data.subtotal, data.discount, data.tax, data.total]).toEqual([999.99, 125.01, 133.47, 973.98])
    expect(data.hasInvoice).toBe(true)
  })

  test('goes to another state with IGST, and without a state of the shop with plain GST', async () => {
    const productid = await newThing('Jam', 10_000, { gst: 500 })
    const shipping = { ...checkoutForm.shipping, state: 'DL', pincode: '110001' }
    const { text } = await invoiceOf(await placed(productid, { shipping }))
    expect(text).toContain('Delhi (07)')
    expect(text).toContain('IGST')
    expect(text).toContain('5 % 14.29 300.00')
    expect(text).not.toMatch(/[CS]GST/)
    await set({ 'invoice.state': '', 'invoice.gstin': '' })
    const plain = await invoiceOf(await placed(productid))
    expect(plain.text).not.toMatch(/[ICS]GST|Tax invoice/)
    expect(plain.text).toContain('5 % 285.71 14.29')
  })

  test('stays as it was issued, whatever is changed later; nobody changes its row', async () => {
    await set({ 'invoice.legal_name': 'Before Limited', 'invoice.state': 'MH' })
    const bought = await placed(await newThing('Vase'))
    const before = await invoiceOf(bought)
    await set({ 'invoice.legal_name': 'After Limited', 'invoice.state': 'DL' })
    const after = await invoiceOf(bought)
    expect(after.text).toBe(before.text)
    expect(after.text).toContain('Before Limited')
    await expect(sql`update invoice set sequence = sequence + 1000`.execute(db)).rejects.toThrow()
  })

  test('reaches over several pages with a head on each', async () => {
    // All at once would wait longer than a connection is waited for, where the machine is busy.
    const ids: number[] = []
    for (let n = 0; n < 60; n++) ids.push(await newThing(`Thing number ${n}`))
    const items = ids.map((productid) => ({ productid }))
    const { text, pages } = await invoiceOf((await order(person(app), { items })).answer.data)
    expect(pages).toBeGreaterThan(2)
    expect(text.match(/Taxable value/g)?.length).toBeGreaterThanOrEqual(pages - 1)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    for (const [n] of ids.entries()) expect(text).toContain(`Thing number ${n} `)
  })
})

describe('the number', () => {
  test('of many at once is another each, without a gap', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => newOrder(db)))
    const issue = (id: number) => db.transaction().execute((tx) => issueInvoice(tx, 1, id))
    // Twice each: it stays the one. More at once would wait longer than a connection is waited for.
    const issued = []
    for (const from of [0, 25, 50, 75]) {
      const some = ids.slice(from, from + 25)
      issued.push(...(await Promise.all([...some, ...some].map(issue))))
    }
    const numbers = [...new Set(issued.map(({ number }) => Number(number.slice(8))))].toSorted(
      (a, b) => a - b,
    )
    expect(numbers).toHaveLength(100)
    expect(numbers.at(-1)! - numbers[0]!).toBe(99)
    const { rows: outOfOrder } = await sql`
      select 1 from invoice a join invoice b on b.year = a.year and b.sequence = a.sequence + 1
      where b.issued_at < a.issued_at`.execute(db)
    expect(outOfOrder).toEqual([])
  })

  test('is not used up by what fails after it', async () => {
    const bought = await placed(await newThing('Fails'))
    const id = await idOf(bought)
    const last = () => db.selectFrom('invoice_counter').select('last').executeTakeFirst()
    const before = await last()
    const failing = db.transaction().execute(async (tx) => {
      await issueInvoice(tx, 1, id)
      throw new Error('The parcel fell down')
    })
    await expect(failing).rejects.toThrow('fell down')
    expect(await last()).toEqual(before)
  })

  test('begins anew in April, where the shop is', async () => {
    expect(financialYear(new Date('2027-03-31T18:29:59Z'), 'Asia/Kolkata')).toBe('2026-27')
    expect(financialYear(new Date('2027-03-31T18:30:00Z'), 'Asia/Kolkata')).toBe('2027-28')
    expect(financialYear(new Date('2099-12-31T00:00:00Z'), 'Asia/Kolkata')).toBe('2099-00')
    const productid = await newThing('April')
    const [old, young] = [await placed(productid), await placed(productid)]
    const issue = async (sold: { number: string }, at: string) => {
      const id = await idOf(sold)
      return db.transaction().execute((tx) => issueInvoice(tx, 1, id, () => new Date(at)))
    }
    expect((await issue(old, '2031-03-31T12:00:00Z')).number).toBe('2030-31/000001')
    expect((await issue(young, '2031-04-01T12:00:00Z')).number).toBe('2031-32/000001')
  })

  test('is given when the parcel leaves; there is none before the order is confirmed, or after it was cancelled', async () => {
    const productid = await newThing('Parcel')
    const [shipped, waiting, cancelled] = [
      await placed(productid),
      await placed(productid, { paymentMethod: 'bank_transfer' }),
      await placed(productid),
    ]
    const parcel = { carrier: 'Post', tracking: 'X1', trackingUrl: '' }
    expect(await staff.send(fulfilOrder, { number: shipped.number, ...parcel })).toMatchObject({
      status: 200,
    })
    const { rows } = await sql`
      select 1 from invoice join shop_order o on o.id = order_id where o.number = ${shipped.number}`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    await person(app).send(cancelOrder, cancelled)
    for (const { number, accessToken } of [waiting, cancelled]) {
      const refused = await person(app).send(getInvoice, { number, accessToken })
      expect(refused).toMatchObject({ status: 404, code: 'no_invoice' })
      const { data } = (await person(app).send(getOrder, { number, accessToken })).answer
      expect(data.hasInvoice).toBe(false)
    }
  })
})

test('an invoice is for who may see the order, is shown by the browser and kept nowhere', async () => {
  const { number, accessToken } = await placed(await newThing('Secret'))
  expect(await person(app).send(getInvoice, { number })).toMatchObject({ status: 404, code: 'not_found' })
  const wrong = `${accessToken.slice(0, -1)}_`
  expect(await person(app).send(getInvoice, { number, accessToken: wrong })).toMatchObject({ status: 404 })
  expect(await person(app).send(getOrderInvoice, { number })).toMatchObject({ status: 401 })
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

test('a packing slip has what to pack, and no prices', async () => {
  const [variantid] = goods.lampVariants
  const items = [{ productid: goods.lamp, variantid, quantity: 2 }, { productid: goods.mug }]
  const { number } = (await order(person(app), { items, note: 'Ring twice' })).answer.data
  await sql`update order_line l set refunded_quantity = 1 from shop_order o
    where o.id = l.order_id and o.number = ${number} and l.product_id = ${goods.mug}`.execute(db)
  const { bytes, name } = (await staff.send(getPackingSlip, { number })).answer
  expect(name).toBe(`packing-slip-${number}.pdf`)
  const { text } = await readPdf(bytes)
  for (const words of [number, 'Asha Rao', 'Lamp Colour: Sage, Size: Small', '2 pieces in all', 'Ring twice'])
    expect(text).toContain(words)
  // What was paid back before it was packed stays here.
  expect(text).not.toContain('mug')
  expect(text).not.toMatch(/₹|\d\.\d\d/)
})
