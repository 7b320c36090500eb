import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmOrder, getAdminOrder, getOrderInvoice } from '#contract/orders/admin-order.ts'
import { deleteOrderDraft, getOrderDraft, placeDraft } from '#contract/orders/manual-order.ts'
import { getOrderProForma, getProForma } from '#contract/orders/pro-forma.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { manualOrder } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'
import { readPdf } from '#test/harness/services/pdf.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>['browser']
let variantid: number
beforeAll(async () => {
  const goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders'])).browser
  const productid = await goods.add('Bowl', { gst: 1_800, variants: [{ price: 100_000, stock: 9 }] })
  ;[variantid = 0] = await variantsOf(db, productid)
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).where('config_id', '=', 1).execute()
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'invoice.state': 'MH',
    'invoice.gstin': '27AAPFU0939F1ZV',
  })
})

const make = async (input: object = {}) =>
  (
    await manualOrder(staff, {
      items: [{ variantid, quantity: 2, price: 900, reason: 'Agreed' }],
      payment: 'bank_transfer',
      ...input,
    })
  ).answer.data.number
const textOf = async (file: Promise<{ answer: { bytes: Uint8Array } }>) =>
  (await readPdf((await file).answer.bytes)).text
const ofStaff = (number: string) => textOf(staff.send(getOrderProForma, { number }))
const invoices = async () => (await db.selectFrom('invoice').select('order_id').execute()).length
const openAs = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  const number = pathname.split('/')[3] ?? ''
  return stranger(app).send(getProForma, { number, accessToken: searchParams.get('accessToken') ?? '' })
}

test('a draft has a pro forma with its prices and the end of its hold, more than is in stock too', async () => {
  const until = new Date(Date.now() + 72 * 3_600_000)
  const held = await make({ state: 'draft', holdUntil: until.toISOString() })
  const text = await ofStaff(held)
  expect(text).toContain('Pro forma invoice')
  expect(text).toContain('This is not a tax invoice.')
  expect(text).toContain(held)
  expect(text).toContain('Valid until')
  expect(text).toContain(until.toLocaleDateString('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }))
  expect(text).toContain('₹1,800.00')
  expect(text).toMatch(/CGST/)
  expect(text).not.toContain('Invoice number')
  const missing = await make({ state: 'draft', items: [{ variantid, quantity: 20 }] })
  expect(await ofStaff(missing)).toContain('The items are not reserved, and prices may change.')
  expect(await invoices()).toBe(0)
})

test('its link opens the pro forma of a draft, and still of the order that it becomes', async () => {
  const number = await make({ state: 'draft' })
  const { proFormaUrl } = (await staff.send(getOrderDraft, { number })).answer.data
  expect(await textOf(openAs(proFormaUrl))).toContain(number)
  expect((await stranger(app).send(getProForma, { number })).status).toBe(404)
  expect((await stranger(app).send(getProForma, { number, accessToken: 'wrong' })).status).toBe(404)
  const { serial } = (await staff.send(placeDraft, { number })).answer.data
  expect(await textOf(openAs(proFormaUrl))).toContain(serial)
  expect((await staff.send(getAdminOrder, { number })).answer.data.proFormaUrl).toBe(proFormaUrl)
})

test('a paid order has none, and a deleted draft neither', async () => {
  const number = await make({ items: [{ variantid, quantity: 1 }] })
  const { proFormaUrl } = (await staff.send(getAdminOrder, { number })).answer.data
  await staff.send(confirmOrder, { number })
  expect(await staff.send(getOrderProForma, { number })).toMatchObject({ status: 409, code: 'no_pro_forma' })
  expect(await openAs(proFormaUrl ?? '')).toMatchObject({ status: 409 })
  expect((await staff.send(getAdminOrder, { number })).answer.data.proFormaUrl).toBeNull()
  expect((await staff.send(getOrderInvoice, { number })).status).toBe(200)
  const draft = await make({ state: 'draft' })
  await staff.send(deleteOrderDraft, { number: draft })
  expect((await staff.send(getOrderProForma, { number: draft })).status).toBe(404)
})
