import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  cancelOrderAsStaff,
  correctOrder,
  fulfilOrder,
  getAdminOrders,
  getOrderInvoice,
} from '#contract/orders/admin-order.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { markRefundSent, refundOrder } from '#contract/orders/payment/refund.ts'
import { getSales } from '#contract/reports/report.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newKey, orderEditing } from '#test/harness/data/edited-order.ts'
import { manualOrder, order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const { staff, stocked, paid, detail, edit, undo, markPaid, problems } = await orderEditing(db, app)
const expectSound = async () => expect(await problems()).toEqual([])

test('what is added is paid by link: the order waits, is marked as paid, and ships', async () => {
  const [bowl, book] = [await stocked('Bowl'), await stocked('Book', { price: 45_000, gst: 500 })]
  const { number, seen } = await paid([{ productid: bowl.productid, quantity: 1 }])
  expect(await detail(number)).toMatchObject({ total: 1_050, paid: 1_050, due: 0, revisions: [] })
  const lines = [{ variantid: book.variantid, quantity: 1 }]
  const preview = (await edit(number, { lines, preview: true })).answer.data
  expect(preview).toMatchObject({ due: 450, refund: 0, revision: null, shippingMethod: 'standard' })
  expect(preview.paymentMethods.map(({ id }) => id)).toEqual(['bank_transfer', 'upi'])
  expect(await detail(number)).toMatchObject({ total: 1_050, due: 0 })

  const { answer } = await edit(number, { lines, paymentMethod: 'upi' })
  expect(answer.data).toMatchObject({ total: 1_500, due: 450 })
  // 18 % of 1,000 and of delivery in proportion, and 5 % of 450: the tax is computed again.
  expect(answer.data.after.tax).toBe(preview.after.tax)
  expect(answer.data.after.tax).toBeGreaterThan(152.54 + 21.42)
  const after = await detail(number)
  expect(after).toMatchObject({
    status: 'confirmed',
    paid: 1_050,
    due: 450,
    payments: [
      { status: 'paid', amount: 1_050 },
      { status: 'waiting', amount: 450, name: 'UPI' },
    ],
    paymentUrl: expect.stringContaining(number) as string,
    revisions: [{ id: answer.data.revision, canUndo: true, isUndone: false, after: { total: 1_500 } }],
  })
  expect(after.can).not.toContain('fulfil')
  expect(after.can).toContain('markPaid')
  expect(await seen()).toMatchObject({
    due: 450,
    upi: { link: expect.stringContaining('am=450.00') as string },
  })
  expect(await book.available()).toBe(8)
  const { body_text: text } = await db
    .selectFrom('email')
    .select('body_text')
    .where('template', '=', 'order_edited')
    .where('body_text', 'like', `%${number}%`)
    .executeTakeFirstOrThrow()
  expect(text).toContain('Please pay ₹450.00 for the change')
  expect(await staff.send(fulfilOrder, { number })).toMatchObject({ status: 409, code: 'amount_due' })
  await expectSound()
  const listed = async (due: 'on' | 'off') => {
    const { data } = (await staff.send(getAdminOrders, { status: 'confirmed', due })).answer
    return data.map((row) => row.number)
  }
  expect(await listed('on')).toEqual([number])
  expect(await listed('off')).not.toContain(number)

  expect(await markPaid(number, 400)).toMatchObject({ status: 409, code: 'amount_changed' })
  expect((await markPaid(number, 450)).status).toBe(200)
  expect(await markPaid(number, 450)).toMatchObject({ status: 409, code: 'nothing_due' })
  expect(await detail(number)).toMatchObject({ paid: 1_500, due: 0, revisions: [{ canUndo: false }] })
  expect(await undo(number, answer.data.revision)).toMatchObject({ status: 409, code: 'money_moved' })
  expect(await listed('on')).toEqual([])
  expect(await listed('off')).toContain(number)
  expect((await staff.send(fulfilOrder, { number })).status).toBe(200)
  await expectSound()
})

test('what is dropped is refunded, is no refunded sale, and is sent by staff without a provider', async () => {
  const [cup, pan] = [await stocked('Cup'), await stocked('Pan', { price: 30_000, gst: 500 })]
  const { number } = await paid([
    { productid: cup.productid, quantity: 1 },
    { productid: pan.productid, quantity: 1 },
  ])
  const sales = async () => (await staff.send(getSales, { by: 'day' })).answer.now.sales
  const before = await sales()
  const preview = (await edit(number, { lines: [{ lineId: 2, quantity: 0 }], preview: true })).answer.data
  expect(preview).toMatchObject({ refund: 300, due: 0, refundTo: [{ amount: 300, isManual: true }] })
  expect((await edit(number, { lines: [{ lineId: 2, quantity: 0 }] })).status).toBe(200)
  const after = await detail(number)
  expect(after).toMatchObject({ total: 1_050, paid: 1_350, refunded: 300, due: 0 })
  expect(after.refunds).toMatchObject([{ amount: 300, status: 'waiting', isManual: true }])
  // The total is 300 less, and nothing is taken from it.
  expect(await sales()).toBe(before - 300)
  await expectSound()
  await staff.send(markRefundSent, { number, id: after.refunds[0]!.id })
  expect(await undo(number, after.revisions[0]?.id)).toMatchObject({ status: 409, code: 'money_moved' })
  await staff.send(fulfilOrder, { number })
  await staff.send(getOrderInvoice, { number })
  // A refund after the invoice credits what it refunds, and not what the edit has refunded before.
  const input = { number, lines: [{ position: 0, quantity: 1, restock: false }] }
  await staff.send(refundOrder, input, newKey())
  expect(await detail(number)).toMatchObject({ refunded: 1_300, creditNotes: [{ total: 1_000 }] })
  await expectSound()
})

test('a cancellation promises back what an edit has not refunded yet', async () => {
  const mug = await stocked('Mug')
  const { number } = await paid([{ productid: mug.productid, quantity: 3 }])
  await edit(number, { lines: [{ lineId: 1, quantity: 2 }] })
  await staff.send(cancelOrderAsStaff, { number })
  expect(await detail(number)).toMatchObject({ paid: 3_050, refunded: 3_050 })
  const { body_text: text } = await db
    .selectFrom('email')
    .select('body_text')
    .where('template', '=', 'order_cancelled')
    .where('body_text', 'like', `%${number}%`)
    .executeTakeFirstOrThrow()
  expect(text).toContain('We’ll refund your payment of ₹2,050.00.')
  await expectSound()
})

test('edits add up: the money follows the last of them', async () => {
  const jar = await stocked('Jar')
  const { number } = await paid([{ productid: jar.productid, quantity: 2 }])
  const quantities = [3, 1, 2, 4, 1]
  for (const quantity of quantities) await edit(number, { lines: [{ lineId: 1, quantity }] })
  const after = await detail(number)
  expect(after).toMatchObject({ total: 1_050, paid: 2_050, refunded: 1_000, due: 0 })
  expect(after.payments.filter(({ status }) => status === 'waiting')).toEqual([])
  expect(after.refunds).toHaveLength(1)
  expect(await jar.available()).toBe(8)
  await expectSound()
  // All of them can be undone, one after another, and nothing has moved.
  for (const { id } of after.revisions.toReversed()) expect((await undo(number, id)).status).toBe(200)
  expect(await detail(number)).toMatchObject({ total: 2_050, refunded: 0, due: 0, refunds: [] })
  expect(await jar.available()).toBe(7)
  expect(await undo(number, after.revisions[0]?.id)).toMatchObject({ status: 409, code: 'not_latest' })
  await expectSound()
})

test('a coupon with a minimum still asks for it, and a discount does not join it', async () => {
  const plate = await stocked('Plate')
  await db
    .insertInto('coupon')
    .values({ config_id: 1, code: 'SET', kind: 'percent', percent: 1_000, minimum: 200_000 })
    .execute()
  const { number } = await paid([{ productid: plate.productid, quantity: 3 }], { coupon: 'SET' })
  expect((await edit(number, { lines: [{ lineId: 1, quantity: 2 }] })).answer.data).toMatchObject({
    after: { coupon: 200 },
    refund: 900,
  })
  const below = await edit(number, { lines: [{ lineId: 1, quantity: 1 }] })
  expect(below).toMatchObject({ status: 409, code: 'coupon_refused' })
  expect(await edit(number, { discount: { amount: 10, reason: 'x' } })).toMatchObject({ status: 400 })
  await expectSound()
})

test('a refund of an order that was paid twice comes from the latest payment first', async () => {
  const [pot, lid] = [await stocked('Pot'), await stocked('Lid', { price: 40_000 })]
  const { number } = await paid([{ productid: pot.productid, quantity: 1 }])
  await edit(number, { lines: [{ variantid: lid.variantid, quantity: 1 }] })
  const due = { status: 409, code: 'amount_due' }
  const lines = [{ position: 0, quantity: 1, restock: true }]
  expect(await staff.send(refundOrder, { number, lines }, newKey())).toMatchObject(due)
  await markPaid(number, 400)
  expect((await staff.send(refundOrder, { number, lines }, newKey())).status).toBe(200)
  const after = await detail(number)
  expect(after.refunds.map(({ amount, status }) => [amount, status])).toEqual([
    [400, 'done'],
    [600, 'done'],
  ])
  expect(after.lines.map(({ refundedquantity }) => refundedquantity)).toEqual([1, 0])
  const again = [{ variantid: lid.variantid, quantity: 2 }]
  expect(await edit(number, { lines: again })).toMatchObject({ status: 409, code: 'order_refunded' })
  await staff.send(cancelOrderAsStaff, { number })
  expect(await detail(number)).toMatchObject({ status: 'cancelled', paid: 1_450, refunded: 1_450 })
  await expectSound()
})

test('what cannot be edited says so, and staff without refunds lower no paid total', async () => {
  const tray = await stocked('Tray')
  const items = [{ productid: tray.productid, quantity: 2 }]
  const { number } = await paid(items)
  const { browser } = await staffWith(db, app, ['orders'])
  const less = { number, lines: [{ lineId: 1, quantity: 1 }] }
  expect(await browser.send(editOrderLines, less)).toMatchObject({ status: 403, code: 'refunds_needed' })
  const more = { number, lines: [{ lineId: 1, quantity: 3 }] }
  expect((await browser.send(editOrderLines, more)).status).toBe(200)
  const { version } = await detail(number)
  expect((await edit(number, { ...less, version })).status).toBe(200)
  // The same again, from a second window.
  expect(await edit(number, { ...less, version })).toMatchObject({ status: 409, code: 'version_conflict' })
  expect((await edit(number, { ...less })).answer.data.revision).toBeNull()
  await staff.send(getOrderInvoice, { number })
  expect(await edit(number, more)).toMatchObject({ status: 409, code: 'order_invoiced' })
  const cash = (await order(client(app), { items })).answer.data
  await edit(cash.number, { lines: [{ lineId: 1, quantity: 1 }] })
  expect(await detail(cash.number)).toMatchObject({
    due: 1_050,
    can: expect.arrayContaining(['fulfil']) as [],
  })
  const direct = (await manualOrder(staff, { items, payment: 'paid' })).answer.data
  await edit(direct.number, { lines: [{ lineId: 1, quantity: 3 }] })
  expect(await detail(direct.number)).toMatchObject({ due: 1_000, paymentName: 'Paid directly' })
  const address = { ...(await detail(direct.number)).shippingAddress, line1: '5 Rose Lane', state: 'MH' }
  const { lines: _lines, ...shippingAddress } = address
  const corrected = await staff.send(correctOrder, { number: direct.number, shippingAddress })
  expect(corrected.status).toBe(200)
  await expectSound()
})

test('what staff collect themselves has no payment link', async () => {
  const bowl = await stocked('Bowl without a link')
  const { number } = await paid([{ productid: bowl.productid, quantity: 1 }])
  const off = { 'payment.bank_transfer': false, 'payment.upi': false }
  await storeSettings(db, off)
  onTestFinished(() => storeSettings(db, { 'payment.bank_transfer': true, 'payment.upi': true }))
  const { answer } = await edit(number, { lines: [{ lineId: 1, quantity: 2 }] })
  expect(answer.data.paymentMethods.map(({ id }) => id)).toEqual(['manual'])
  const after = await detail(number)
  expect(after.can).toContain('markPaid')
  expect(after.paymentUrl).toBeNull()
})
