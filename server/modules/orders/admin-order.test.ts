import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addOrderNote,
  cancelOrderAsStaff,
  confirmOrder,
  correctOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  resendOrderMail,
  returnOrder,
} from '#contract/admin-order.ts'
import { getAudit, revertAudit } from '#contract/audit.ts'
import { getOrder } from '#contract/order.ts'
import { settleRefund } from '#contract/refund.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { journalOf, newcomer, staffWith } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/goods.ts'
import { checkoutForm, order } from '#test/harness/order.ts'
import { person } from '#test/harness/person.ts'
import { checkBooks } from '#server/modules/books/index.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders'], { full_name: 'Kiran' })
  await db
    .insertInto('setting')
    .values({ config_id: 1, key: 'payment.bank_transfer', value: 'true' })
    .execute()
})

/** Two pieces of something new with five in stock, ordered. */
async function placed(input: object = {}, who = person(app)) {
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

async function mailsOf(number: string) {
  const rows = await db
    .selectFrom('mail')
    .select(['template', 'body_text'])
    .where('subject', 'like', `%${number}%`)
    .orderBy('id')
    .execute()
  return rows
}

describe('an order paid at the door', () => {
  test('is sent with tracking and delivered; each step is in timeline, journal and mail, and it is paid then', async () => {
    const { number, accessToken, level } = await placed()
    expect((await detail(number)).can).toEqual(['fulfil', 'cancel', 'restock', 'correct'])
    const parcel = { carrier: 'Blue Dart', tracking: 'BD 1', trackingUrl: 'https://track.example/BD1' }
    expect(await staff.browser.send(fulfilOrder, { number, ...parcel })).toMatchObject({
      status: 200,
      message: `Order ${number} is on its way`,
      answer: { data: { status: 'shipped' } },
    })
    expect(await detail(number)).toMatchObject({
      ...parcel,
      can: ['deliver', 'return', 'restock', 'track'],
      paid: 0,
      mails: ['confirmed', 'shipped'],
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
    const mails = await mailsOf(number)
    expect(mails.map(({ template }) => template)).toEqual([
      'order_confirmed',
      'order_shipped',
      'order_delivered',
    ])
    expect(mails[1]!.body_text).toContain('its tracking number is BD 1')
    expect(await journalOf(db, 'order', data.id)).toMatchObject([
      {
        actor_name: 'Kiran',
        before: { status: 'confirmed', carrier: '', tracking: '', trackingUrl: '' },
        after: { status: 'shipped', ...parcel },
      },
      { before: { status: 'shipped' }, after: { status: 'delivered' } },
    ])
    expect(await level()).toEqual({ on_hand: 3, available: 3 })
    const seen = (await person(app).send(getOrder, { number, accessToken })).answer.data
    expect(seen).toMatchObject({ status: 'delivered', tracking: 'BD 1' })
  })

  test('goes each way once, however many do it at once', async () => {
    const { number } = await placed()
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => staff.browser.send(fulfilOrder, { number })),
    )
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(outcomes.find(({ status }) => status === 409)).toMatchObject({
      code: 'wrong_status',
      message: `Order ${number} is shipped and cannot be shipped`,
    })
    expect(await mailsOf(number)).toHaveLength(2)
  })

  test('is cancelled with a reason; a broken piece does not go back on sale', async () => {
    const [whole, broken] = [await placed(), await placed()]
    const cancel = (number: string, restock: boolean) =>
      staff.browser.send(cancelOrderAsStaff, { number, reason: 'It broke', restock })
    expect(await cancel(whole.number, true)).toMatchObject({ status: 200 })
    expect(await cancel(broken.number, false)).toMatchObject({ status: 200 })
    expect(await whole.level()).toEqual({ on_hand: 5, available: 5 })
    expect(await broken.level()).toEqual({ on_hand: 3, available: 3 })
    expect((await mailsOf(broken.number)).at(-1)).toMatchObject({
      template: 'order_cancelled',
      body_text: expect.stringContaining('Why: It broke'),
    })
    expect(await cancel(whole.number, true)).toMatchObject({ status: 409, code: 'already_cancelled' })
    expect(await checkLedger(db)).toEqual([])
  })

  test('comes back', async () => {
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

test('an order paid by transfer is confirmed when the money is there, and not before it can be sent', async () => {
  const { number, level } = await placed({ paymentMethod: 'bank_transfer' })
  expect(await detail(number)).toMatchObject({ can: ['confirm', 'cancel', 'correct'], mails: ['received'] })
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

test('the money of a transfer whose order is cancelled is owed until somebody has sent it', async () => {
  const { number } = await placed({ paymentMethod: 'bank_transfer' })
  await staff.browser.send(confirmOrder, { number })
  await staff.browser.send(cancelOrderAsStaff, { number })
  const { refunds, can } = await detail(number)
  expect(refunds).toMatchObject([{ amount: 2000, status: 'waiting', byHand: true, who: 'Kiran' }])
  expect(can).toEqual([])
  await staff.browser.send(settleRefund, { number, id: refunds[0]!.id })
  expect((await detail(number)).refunds).toMatchObject([{ status: 'done', byHand: false }])
})

test('an online payment is not confirmed by hand', async () => {
  const { number } = await placed({ paymentMethod: 'bank_transfer' })
  await db.updateTable('shop_order').set({ payment_method: 'stripe' }).where('number', '=', number).execute()
  expect((await detail(number)).can).not.toContain('confirm')
  expect(await staff.browser.send(confirmOrder, { number })).toMatchObject({
    status: 409,
    code: 'not_by_hand',
  })
})

describe('a correction', () => {
  const address = { ...checkoutForm.shipping, line1: '7 Lake Road', state: 'Karnataka', pincode: '560001' }

  test('of the address is found by, told, and can be taken back until the parcel has left', async () => {
    const { number } = await placed()
    const { version, id } = await detail(number)
    const change = { number, shippingAddress: { ...address, fullName: 'Zubin Mehta' }, version }
    expect(await staff.browser.send(correctOrder, change)).toMatchObject({ status: 200 })
    expect(await detail(number)).toMatchObject({
      shippingAddress: { line1: '7 Lake Road', state: 'Karnataka', fullName: 'Zubin Mehta' },
      billingAddress: { line1: '4 Rose Lane' },
    })
    const { words } = await db
      .selectFrom('shop_order')
      .select('words')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(words).toContain('zubin mehta')
    expect(await staff.browser.send(correctOrder, change)).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      issues: [{ path: 'shippingAddress' }],
    })
    const asked = { subject: 'order', subjectId: String(id) }
    const [entry] = (await staff.browser.send(getAudit, asked)).answer.data
    expect(entry).toMatchObject({
      name: number,
      refusal: null,
      changes: [{ name: 'Delivery address', after: expect.arrayContaining(['7 Lake Road', 'Karnataka']) }],
    })
    expect(await staff.browser.send(revertAudit, { entry: entry!.id })).toMatchObject({ status: 200 })
    expect((await detail(number)).shippingAddress.line1).toBe('4 Rose Lane')
    await staff.browser.send(fulfilOrder, { number })
    expect(await staff.browser.send(correctOrder, { number, shippingAddress: address })).toMatchObject({
      status: 409,
      message: `Order ${number} is shipped and cannot be given another address`,
    })
    const [shipped] = (await staff.browser.send(getAudit, asked)).answer.data
    expect(shipped!.refusal).toContain('goes on from where it is')
  })

  test('of the tracking follows the parcel; another country is refused', async () => {
    const { number } = await placed()
    expect(await staff.browser.send(correctOrder, { number, tracking: 'X' })).toMatchObject({ status: 409 })
    const abroad = { ...address, country: 'DE', state: 'Bavaria', pincode: '80331' }
    expect(await staff.browser.send(correctOrder, { number, shippingAddress: abroad })).toMatchObject({
      status: 400,
    })
    await staff.browser.send(fulfilOrder, { number, tracking: 'X' })
    expect(await staff.browser.send(correctOrder, { number, tracking: 'Y' })).toMatchObject({ status: 200 })
    expect(await detail(number)).toMatchObject({ tracking: 'Y' })
    const script = { number, trackingUrl: 'javascript:alert(1)' }
    expect(await staff.browser.send(correctOrder, script)).toMatchObject({ status: 400 })
  })
})

test('a note stays in the house, a message is seen and mailed; a mail is sent again as often as asked', async () => {
  const { number, accessToken } = await placed()
  await staff.browser.send(addOrderNote, { number, text: 'Rings twice' })
  await staff.browser.send(addOrderNote, { number, text: 'A day late, sorry', isPublic: true })
  await staff.browser.send(addOrderNote, { number, text: 'Two days', isPublic: true })
  expect(await staff.browser.send(addOrderNote, { number, text: ' ' })).toMatchObject({ status: 400 })
  const { events } = await detail(number)
  expect(events.map(({ text, isPublic }) => [text, isPublic])).toEqual([
    ['Order placed', true],
    ['Note: Rings twice', false],
    ['Message: A day late, sorry', true],
    ['Message: Two days', true],
  ])
  const { data } = (await person(app).send(getOrder, { number, accessToken })).answer
  expect(JSON.stringify(data)).not.toContain('Rings twice')
  expect(await staff.browser.send(resendOrderMail, { number, kind: 'shipped' })).toMatchObject({
    status: 409,
  })
  await staff.browser.send(resendOrderMail, { number, kind: 'confirmed' })
  await staff.browser.send(resendOrderMail, { number, kind: 'confirmed' })
  const mails = await mailsOf(number)
  expect(mails.map(({ template }) => template)).toEqual([
    'order_confirmed',
    'order_message',
    'order_message',
    'order_confirmed',
    'order_confirmed',
  ])
  expect(mails[1]!.body_text).toContain('A day late, sorry')
})

test('orders of another shop are not there; who may not work on orders is refused', async () => {
  const { number } = await placed()
  const { id: elsewhere } = await newcomer(db, app)
  await db.updateTable('shop_order').set({ user_id: elsewhere }).where('number', '=', number).execute()
  expect((await detail(number)).customer).toEqual({ id: elsewhere, fullName: 'Asha Rao' })
  const clerk = await staffWith(db, app, ['catalogue'])
  expect(await clerk.browser.send(getAdminOrder, { number })).toMatchObject({ status: 403 })
  await db.updateTable('shop_order').set({ user_id: null }).where('number', '=', number).execute()
  expect(await staff.browser.send(getAdminOrder, { number: 'AAAA-AAAA-AAAA' })).toMatchObject({
    status: 404,
  })
})

test('the books balance after all of it', async () => {
  expect(await checkBooks(db, { configId: 1, locale: 'en-IN' })).toEqual([])
})
