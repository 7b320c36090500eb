import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addOrderNote,
  cancelOrderAsStaff,
  confirmOrder,
  correctOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
  resendOrderEmail,
  returnOrder,
} from '#contract/orders/admin-order.ts'
import { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { getOrder } from '#contract/orders/order.ts'
import { markRefundSent } from '#contract/orders/payment/refund.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { auditLogOf, newcomer, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds'], { full_name: 'Kiran' })
  await storeSettings(db, { 'payment.bank_transfer': true })
})

/** Orders two units of a new product with five in stock. */
async function placed(input: object = {}, who = client(app)) {
  const productid = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 5 }] })
  const [variantId = 0] = await variantsOf(db, productid)
  const { number, accessToken } = (await order(who, { items: [{ productid, quantity: 2 }], ...input })).answer
    .data
  const level = () =>
    db
      .selectFrom('stock_level')
      .select(['on_hand', 'available'])
      .where('variant_id', '=', variantId)
      .executeTakeFirstOrThrow()
  return { number, accessToken, level, productid }
}

const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data

async function emailsOf(number: string) {
  const rows = await db
    .selectFrom('email')
    .select(['template', 'body_text'])
    .where('body_text', 'like', `%${number}%`)
    .orderBy('id')
    .execute()
  return rows
}

describe('an order with cash on delivery', () => {
  test('is shipped, delivered and paid; timeline, audit log and email follow each step', async () => {
    const { number, accessToken, level } = await placed()
    expect((await detail(number)).can).toEqual(['fulfil', 'cancel', 'restock', 'edit', 'correct'])
    const shipment = { carrier: 'Blue Dart', tracking: 'BD 1', trackingUrl: 'https://track.example/BD1' }
    expect(await staff.browser.send(fulfilOrder, { number, ...shipment })).toMatchObject({
      status: 200,
      message: 'Order marked as shipped',
      answer: { data: { status: 'shipped' } },
    })
    expect(await detail(number)).toMatchObject({
      ...shipment,
      can: ['deliver', 'return', 'restock', 'track'],
      paid: 0,
      emails: ['confirmed', 'shipped'],
    })
    await staff.browser.send(deliverOrder, { number })
    const data = await detail(number)
    expect(data).toMatchObject({
      status: 'delivered',
      paid: 2000,
      customer: null,
      payments: [{ name: 'Cash on delivery', status: 'paid', amount: 2000 }],
      refunds: [],
    })
    expect(data.events.map(({ text, who }) => [text, who])).toEqual([
      ['Order placed', 'Asha Rao'],
      ['Order shipped: Blue Dart BD 1', 'Kiran'],
      ['Order delivered', 'Kiran'],
      ['Payment received', 'Kiran'],
    ])
    const emails = await emailsOf(number)
    expect(emails.map(({ template }) => template)).toEqual([
      'order_confirmed',
      'order_shipped',
      'order_delivered',
    ])
    expect(emails[1]!.body_text).toContain('Shipped with Blue Dart, tracking number BD 1.')
    expect(await auditLogOf(db, 'order', data.id)).toMatchObject([
      {
        actor_name: 'Kiran',
        before: { status: 'confirmed', carrier: '', tracking: '', trackingUrl: '' },
        after: { status: 'shipped', ...shipment },
      },
      { before: { status: 'shipped' }, after: { status: 'delivered' } },
    ])
    expect(await level()).toEqual({ on_hand: 3, available: 3 })
    const seen = (await client(app).send(getOrder, { number, accessToken })).answer.data
    expect(seen).toMatchObject({ status: 'delivered', tracking: 'BD 1' })
  })

  test('makes each transition once in concurrent calls', async () => {
    const { number } = await placed()
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => staff.browser.send(fulfilOrder, { number })),
    )
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(outcomes.find(({ status }) => status === 409)).toMatchObject({
      code: 'wrong_status',
      message: `Order ${(await detail(number)).serial} is shipped and can’t be shipped`,
    })
    expect(await emailsOf(number)).toHaveLength(2)
  })

  test('is cancelled with a reason and without restocking a damaged item', async () => {
    const [intact, damaged] = [await placed(), await placed()]
    const cancel = (number: string, restock: boolean) =>
      staff.browser.send(cancelOrderAsStaff, { number, reason: 'Damaged', restock })
    expect(await cancel(intact.number, true)).toMatchObject({ status: 200 })
    expect(await cancel(damaged.number, false)).toMatchObject({ status: 200 })
    expect(await intact.level()).toEqual({ on_hand: 5, available: 5 })
    expect(await damaged.level()).toEqual({ on_hand: 3, available: 3 })
    expect((await emailsOf(damaged.number)).at(-1)).toMatchObject({
      template: 'order_cancelled',
      body_text: expect.stringContaining('Reason: Damaged'),
    })
    expect(await cancel(intact.number, true)).toMatchObject({ status: 409, code: 'already_cancelled' })
    expect(await checkLedger(db)).toEqual([])
  })

  test('is returned', async () => {
    const { number, level } = await placed()
    expect(await staff.browser.send(returnOrder, { number })).toMatchObject({ status: 409 })
    await staff.browser.send(fulfilOrder, { number })
    expect(await staff.browser.send(returnOrder, { number, reason: 'Nobody at home' })).toMatchObject({
      status: 200,
    })
    expect(await level()).toEqual({ on_hand: 5, available: 5 })
    expect((await detail(number)).events.at(-1)).toMatchObject({ text: 'Order returned: Nobody at home' })
  })
})

test('requires a bank transfer to be confirmed before shipping', async () => {
  const { number, level } = await placed({ paymentMethod: 'bank_transfer' })
  expect(await detail(number)).toMatchObject({
    can: ['confirm', 'cancel', 'edit', 'correct'],
    emails: ['received'],
  })
  expect(await staff.browser.send(fulfilOrder, { number })).toMatchObject({ status: 409 })
  expect(await level()).toEqual({ on_hand: 5, available: 3 })
  expect(await staff.browser.send(confirmOrder, { number })).toMatchObject({ status: 200 })
  expect(await level()).toEqual({ on_hand: 3, available: 3 })
  expect(await detail(number)).toMatchObject({
    status: 'confirmed',
    paid: 2000,
    payUntil: null,
    payments: [{ status: 'paid' }],
  })
  expect(await staff.browser.send(confirmOrder, { number })).toMatchObject({ status: 409 })
})

test('keeps the refund of a cancelled bank transfer open until staff have sent it', async () => {
  const { number } = await placed({ paymentMethod: 'bank_transfer' })
  await staff.browser.send(confirmOrder, { number })
  await staff.browser.send(cancelOrderAsStaff, { number })
  const { refunds, can } = await detail(number)
  expect(refunds).toMatchObject([{ amount: 2000, status: 'waiting', isManual: true, who: 'Kiran' }])
  expect(can).toEqual([])
  await staff.browser.send(markRefundSent, { number, id: refunds[0]!.id })
  expect((await detail(number)).refunds).toMatchObject([{ status: 'done', isManual: false }])
})

test('refuses to confirm an online payment manually', async () => {
  const { number } = await placed({ paymentMethod: 'bank_transfer' })
  await db.updateTable('shop_order').set({ payment_method: 'stripe' }).where('number', '=', number).execute()
  expect((await detail(number)).can).not.toContain('confirm')
  expect(await staff.browser.send(confirmOrder, { number })).toMatchObject({
    status: 409,
    code: 'not_manual',
  })
})

describe('a correction', () => {
  const address = { ...checkoutForm.shipping, line1: '7 Lake Road', state: 'Karnataka', pincode: '560001' }

  test('of the address updates search and timeline, and can be undone until shipping', async () => {
    const { number } = await placed()
    const { version, id } = await detail(number)
    const change = { number, shippingAddress: { ...address, fullName: 'Zubin Mehta' }, version }
    expect(await staff.browser.send(correctOrder, change)).toMatchObject({ status: 200 })
    expect(await detail(number)).toMatchObject({
      shippingAddress: { line1: '7 Lake Road', state: 'Karnataka', fullName: 'Zubin Mehta' },
      billingAddress: { line1: '4 Rose Lane' },
    })
    const { data: renamed } = (await staff.browser.send(getAdminOrders, { q: 'zubin mehta' })).answer
    expect(renamed).toMatchObject([{ number }])
    expect(await staff.browser.send(correctOrder, change)).toMatchObject({
      status: 409,
      code: 'version_conflict',
      issues: [{ path: 'shippingAddress' }],
    })
    const query = { subject: 'order', subjectId: String(id) }
    const [entry] = (await staff.browser.send(getAudit, query)).answer.data
    expect(entry).toMatchObject({
      name: (await detail(number)).serial,
      undoRefusal: null,
      changes: [{ name: 'Delivery address', after: expect.arrayContaining(['7 Lake Road', 'Karnataka']) }],
    })
    expect(await staff.browser.send(undoAudit, { entry: entry!.id })).toMatchObject({ status: 200 })
    expect((await detail(number)).shippingAddress.line1).toBe('4 Rose Lane')
    await staff.browser.send(fulfilOrder, { number })
    expect(await staff.browser.send(correctOrder, { number, shippingAddress: address })).toMatchObject({
      status: 409,
      message: `Order ${(await detail(number)).serial} is shipped and can’t be sent to another address`,
    })
    const [shipped] = (await staff.browser.send(getAudit, query)).answer.data
    expect(shipped!.undoRefusal).toContain('Stock, payments and emails have already followed')
  })

  test('of the tracking is possible after shipping; another country is refused', async () => {
    const { number } = await placed()
    expect(await staff.browser.send(correctOrder, { number, tracking: 'X' })).toMatchObject({ status: 409 })
    const abroad = { ...address, country: 'DE', state: 'Bavaria', pincode: '80331' }
    expect(await staff.browser.send(correctOrder, { number, shippingAddress: abroad })).toMatchObject({
      status: 400,
    })
    await staff.browser.send(fulfilOrder, { number, tracking: 'X' })
    expect(await staff.browser.send(correctOrder, { number, tracking: 'Y' })).toMatchObject({ status: 200 })
    expect(await detail(number)).toMatchObject({ tracking: 'Y' })
    const unsafe = { number, trackingUrl: 'javascript:alert(1)' }
    expect(await staff.browser.send(correctOrder, unsafe)).toMatchObject({ status: 400 })
  })
})

test('keeps notes internal, emails messages, and sends emails again on request', async () => {
  const { number, accessToken } = await placed()
  await staff.browser.send(addOrderNote, { number, text: 'Rings twice' })
  const late = await staff.browser.send(addOrderNote, { number, text: 'A day late, sorry', isPublic: true })
  expect(late.message).toBe('Email isn’t set up, so nothing was sent')
  await staff.browser.send(addOrderNote, { number, text: 'Two days', isPublic: true })
  expect(await staff.browser.send(addOrderNote, { number, text: ' ' })).toMatchObject({ status: 400 })
  const { events, customerLink } = await detail(number)
  expect(customerLink).toBe(`http://localhost/orders/${number}?accessToken=${accessToken}`)
  expect(events.map(({ text, isPublic }) => [text, isPublic])).toEqual([
    ['Order placed', true],
    ['Note: Rings twice', false],
    ['Message: A day late, sorry', true],
    ['Message: Two days', true],
  ])
  const { data } = (await client(app).send(getOrder, { number, accessToken })).answer
  expect(JSON.stringify(data)).not.toContain('Rings twice')
  expect(await staff.browser.send(resendOrderEmail, { number, kind: 'shipped' })).toMatchObject({
    status: 409,
  })
  await staff.browser.send(resendOrderEmail, { number, kind: 'confirmed' })
  await staff.browser.send(resendOrderEmail, { number, kind: 'confirmed' })
  const emails = await emailsOf(number)
  expect(emails.map(({ template }) => template)).toEqual([
    'order_confirmed',
    'order_message',
    'order_message',
    'order_confirmed',
    'order_confirmed',
  ])
  expect(emails[1]!.body_text).toContain('A day late, sorry')
})

test('hides orders of other shops and refuses staff without the permission', async () => {
  const { number } = await placed()
  const { id: elsewhere } = await newcomer(db, app)
  await db.updateTable('shop_order').set({ user_id: elsewhere }).where('number', '=', number).execute()
  expect((await detail(number)).customer).toEqual({ id: elsewhere, fullName: 'Asha Rao' })
  const clerk = await staffWith(db, app, ['catalog'])
  expect(await clerk.browser.send(getAdminOrder, { number })).toMatchObject({ status: 403 })
  await db.updateTable('shop_order').set({ user_id: null }).where('number', '=', number).execute()
  expect(await staff.browser.send(getAdminOrder, { number: 'AAAA-AAAA-AAAA' })).toMatchObject({
    status: 404,
  })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
