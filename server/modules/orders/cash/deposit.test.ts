import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  confirmOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
} from '#contract/orders/admin-order.ts'
import { editOrderLines, undoOrderEdit } from '#contract/orders/edit-order.ts'
import { choosePayment, getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { expireOrders } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { newGiftCard, requireNoProblems } from '#test/harness/data/gift-card.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { authSecret, cardOrder } from '#test/harness/data/paid-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { newcomer, stranger } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await newcomer(db, app, { role_id: 1 })).browser
})
const terms = {
  'shipping.flat': 0,
  'payment.bank_transfer': true,
  'payment.take_money': 'order',
  'payment.cod_fee': 0,
  'payment.cod_confirm': 'off',
  'payment.cod_deposit': 'percent',
  'payment.cod_deposit_percent': 20,
  'payment.cod_deposit_amount': 0,
  'payment.cod_deposit_from': null,
}
beforeEach(() => storeSettings(db, terms))
afterEach(() => requireNoProblems(db))

/** An order of 2,000.00 in cash with a deposit of 400.00 at Stripe. */
const deposited = (input: object = {}) =>
  cardOrder({ app, db, stripe, goods }, { paymentMethod: 'cod', expectedDeposit: 400, ...input })
/** One whose payment page could not be opened. */
async function unopened() {
  stripe.mood.open = 'down'
  const one = await deposited()
  stripe.mood.open = 'fine'
  return one
}
const paidDeposit = async (input: object = {}) => {
  const one = await deposited(input)
  one.pay()
  expect(await one.event()).toBe(200)
  return one
}
const read = async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data
const payments = (id: number) =>
  db
    .selectFrom('payment')
    .select(['provider', 'amount', 'status', 'is_deposit as isDeposit'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

describe('an order with a deposit', () => {
  test('waits for it, is confirmed by it, and is paid in full at the door', async () => {
    await storeSettings(db, { 'payment.cod_confirm': 'all' })
    const one = await deposited()
    expect(one.paymentUrl).toBe(stripe.session(one.number).url)
    expect(stripe.session(one.number).amount_total).toBe(40_000)
    expect(await one.seen()).toMatchObject({
      status: 'pending',
      paymentMethod: 'cod',
      deposit: 400,
      due: 2000,
      isToConfirm: false,
      confirmation: 'none',
      paymentUrl: one.paymentUrl,
    })
    // It holds its stock as long as an order that is paid online.
    const { payUntil } = await one.seen()
    expect(new Date(payUntil ?? 0).getTime()).toBeLessThan(Date.now() + 21 * 60_000)
    expect(await staff.send(confirmOrder, { number: one.number })).toMatchObject({
      status: 409,
      code: 'not_manual',
    })
    const list = async () =>
      (await staff.send(getAdminOrders, { confirm: 'on' })).answer.data.map(({ number }) => number)
    expect(await list()).not.toContain(one.number)

    one.pay()
    expect(await one.event()).toBe(200)
    expect(await payments(one.id)).toEqual([
      { provider: 'stripe', amount: 40_000, status: 'paid', isDeposit: true },
      { provider: 'cod', amount: 160_000, status: 'waiting', isDeposit: false },
    ])
    expect(await one.outcome()).toMatchObject({
      status: 'confirmed',
      paid: 40_000,
      stock: [3, 3],
      emails: ['confirmed'],
      events: ['placed', 'deposit_paid', 'confirmed'],
    })
    expect(await one.seen()).toMatchObject({ paid: 400, due: 1600, canPay: false, paymentUrl: null })
    expect((await read(one.number)).payments[0]?.name).toBe('Card (deposit)')

    await staff.send(fulfilOrder, { number: one.number })
    await staff.send(deliverOrder, { number: one.number })
    expect(await read(one.number)).toMatchObject({ status: 'delivered', paid: 2000, due: 0 })
    expect(await payments(one.id)).toMatchObject([{ status: 'paid' }, { status: 'paid', amount: 160_000 }])
  })

  test('is in the emails, with what is due on delivery', async () => {
    const one = await paidDeposit()
    const { body_text: text } = await db
      .selectFrom('email')
      .select('body_text')
      .where('reference', '=', `order:${one.id}:confirmed`)
      .executeTakeFirstOrThrow()
    expect(text).toMatch(/Deposit paid: -₹400\.00/)
    expect(text).toMatch(/Due on delivery: ₹1,600\.00/)
    expect(text).toContain('Please pay ₹1,600.00 in cash to the courier when your order arrives.')
  })

  test('takes the deposit at once in a shop that takes money when it ships', async () => {
    await storeSettings(db, { 'payment.take_money': 'shipping' })
    const one = await paidDeposit()
    expect(await read(one.number)).toMatchObject({ status: 'confirmed', paid: 400 })
  })

  test('leaves nothing for the door if the deposit is all of it', async () => {
    await storeSettings(db, { 'payment.cod_deposit': 'amount', 'payment.cod_deposit_amount': 900_000 })
    const one = await paidDeposit({ expectedDeposit: 2000 })
    expect(await read(one.number)).toMatchObject({ status: 'confirmed', paid: 2000, due: 0 })
    const lines = [{ lineId: 1, quantity: 3 }]
    const { revision } = (await staff.send(editOrderLines, { number: one.number, lines })).answer.data
    expect(await payments(one.id)).toMatchObject([{ status: 'paid' }, { provider: 'cod', amount: 100_000 }])
    expect((await staff.send(undoOrderEdit, { number: one.number, id: revision! })).status).toBe(200)
    expect(await read(one.number)).toMatchObject({ total: 2000, paid: 2000, due: 0 })
    expect(await edit(one.number, 3)).toBe(200)
    await staff.send(fulfilOrder, { number: one.number })
    await staff.send(deliverOrder, { number: one.number })
    expect(await read(one.number)).toMatchObject({ status: 'delivered', paid: 3000, due: 0 })
  })

  test('is of what gift cards leave to pay', async () => {
    const gift = await newGiftCard({ staff, shopper: stranger(app) }, 500)
    const one = await deposited({ giftCards: [gift.pass], expectedDeposit: 300 })
    expect(await payments(one.id)).toMatchObject([
      { provider: 'gift_card', amount: 50_000, status: 'paid' },
      { provider: 'stripe', amount: 30_000, status: 'waiting', isDeposit: true },
    ])
    one.pay()
    await one.event()
    expect(await read(one.number)).toMatchObject({ status: 'confirmed', paid: 800, due: 1200, deposit: 300 })
  })

  test('is cancelled if the deposit is not paid in time, by the poll alone', async () => {
    const one = await deposited()
    await one.late()
    await expireOrders(db, keyedHash(authSecret))
    expect((await one.outcome()).status).toBe('pending')
    await one.poll()
    expect(await one.outcome()).toMatchObject({ status: 'cancelled', paid: 0, stock: [5, 5] })
  })

  test('gives the deposit back if it is cancelled', async () => {
    const one = await paidDeposit()
    expect((await one.cancel()).status).toBe(200)
    await one.refund()
    expect(await one.outcome()).toMatchObject({
      status: 'cancelled',
      paid: 40_000,
      refunded: 40_000,
      stock: [5, 5],
    })
    expect(stripe.held(one.number)).toBe(0)
    expect((await payments(one.id)).map(({ status }) => status)).toEqual(['paid', 'cancelled'])
  })

  test('is paid again from the order page if the page could not be opened', async () => {
    const one = await unopened()
    expect(one.paymentUrl).toBeNull()
    expect(await one.seen()).toMatchObject({ canPay: true })
    const { paymentUrl } = (await one.payNow()).answer.data
    expect(paymentUrl).toBe(stripe.session(one.number).url)
    one.pay()
    await one.event()
    expect(await read(one.number)).toMatchObject({ status: 'confirmed', paid: 400, due: 1600 })
  })

  test('can be paid in full in another way while no page is open', async () => {
    const one = await unopened()
    const which = { number: one.number, accessToken: one.accessToken }
    const { data } = (await client(app).send(getPaymentChoices, which)).answer
    expect(data.map(({ id }) => id)).toEqual(['stripe', 'bank_transfer'])
    const choose = { ...which, paymentMethod: 'bank_transfer' }
    expect((await client(app).send(choosePayment, choose)).status).toBe(200)
    expect(await read(one.number)).toMatchObject({ status: 'pending', deposit: 0, due: 2000 })
    expect((await payments(one.id)).at(-1)).toMatchObject({ provider: 'bank_transfer', amount: 200_000 })
    await staff.send(confirmOrder, { number: one.number })
    expect(await read(one.number)).toMatchObject({ status: 'confirmed', paid: 2000 })
  })
})

const edit = async (number: string, quantity: number) =>
  (await staff.send(editOrderLines, { number, lines: [{ lineId: 1, quantity }] })).status

describe('an edit', () => {
  test('is refused while the deposit is awaited', async () => {
    const one = await unopened()
    const lines = [{ lineId: 1, quantity: 1 }]
    expect(await staff.send(editOrderLines, { number: one.number, lines })).toMatchObject({
      status: 409,
      message: expect.stringContaining('is awaiting its deposit and can’t be edited'),
    })
  })

  test('changes what is due at the door', async () => {
    const one = await paidDeposit()
    expect(await edit(one.number, 3)).toBe(200)
    expect(await read(one.number)).toMatchObject({ total: 3000, paid: 400, due: 2600 })
    const waiting = (await payments(one.id)).filter(({ status }) => status === 'waiting')
    expect(waiting).toMatchObject([{ provider: 'cod', amount: 260_000 }])
    await staff.send(fulfilOrder, { number: one.number })
    await staff.send(deliverOrder, { number: one.number })
    expect(await read(one.number)).toMatchObject({ status: 'delivered', paid: 3000 })
  })

  test('keeps the total above the deposit', async () => {
    await storeSettings(db, { 'payment.cod_deposit_percent': 60 })
    const one = await paidDeposit({ expectedDeposit: 1200 })
    const lines = [{ lineId: 1, quantity: 1 }]
    expect(await staff.send(editOrderLines, { number: one.number, lines })).toMatchObject({
      status: 409,
      code: 'paid_in_part',
    })
  })
})

describe('at the same time', () => {
  const rounds = Array.from({ length: 6 }, (_, index) => index)

  test.each(rounds)('the deposit arrives and staff cancel (%i)', async (index) => {
    const one = await deposited()
    one.pay()
    const cancel = () =>
      staff.send(cancelOrderAsStaff, { number: one.number, reason: 'Sold out', restock: true })
    await Promise.all(index % 2 ? [one.event(), cancel()] : [cancel(), one.event()])
    await one.poll()
    await one.refund()
    expect(await one.outcome()).toMatchObject({
      status: 'cancelled',
      paid: 40_000,
      refunded: 40_000,
      stock: [5, 5],
    })
    expect(stripe.held(one.number)).toBe(0)
  })

  test.each(rounds)('the deposit arrives several times (%i)', async () => {
    const one = await deposited()
    one.pay()
    await Promise.all([one.event(), one.back(), one.event(), one.poll(), one.back()])
    expect(await one.outcome()).toMatchObject({
      status: 'confirmed',
      paid: 40_000,
      stock: [3, 3],
      emails: ['confirmed'],
    })
    expect(await payments(one.id)).toMatchObject([{ status: 'paid' }, { provider: 'cod', amount: 160_000 }])
  })

  test.each(rounds)('the order expires and the deposit arrives (%i)', async (index) => {
    const one = await deposited()
    one.pay()
    await one.late()
    await Promise.all(index % 2 ? [one.event(), one.poll()] : [one.poll(), one.event()])
    await one.refund()
    // The provider says that it was paid before it was closed.
    expect(await one.outcome()).toMatchObject({ status: 'confirmed', paid: 40_000, refunded: 0 })
    expect(await payments(one.id)).toMatchObject([{ status: 'paid' }, { provider: 'cod', amount: 160_000 }])
  })
})
