import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCheckout } from '#contract/orders/checkout.ts'
import { choosePayment, getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { quoteManualOrder } from '#contract/orders/manual-quote.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order, manualOrder } from '#test/harness/data/order.ts'
import { cardOrder } from '#test/harness/data/paid-order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stripe, stop } = await stripeApp({})
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders'])
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'payment.upi': true,
    'payment.upi_id': 'shop@upi',
    'payment.cod_max': 250000,
  })
})
const newOrder = (input?: object) => cardOrder({ app, db, stripe, goods }, input)

/** An order that staff place with a payment link, and the choices of its customer. */
async function linked(price = 100_000) {
  const productid = await goods.add('Jug', { variants: [{ price, stock: 9 }] })
  const items = [{ productid, quantity: 2 }]
  const { answer } = await manualOrder(staff.browser, { items, payment: 'link' })
  const { number, paymentUrl = '' } = answer.data
  const accessToken = new URL(paymentUrl).searchParams.get('accessToken') ?? undefined
  const customer = client(app)
  const choices = async () =>
    (await customer.send(getPaymentChoices, { number, accessToken })).answer.data.map(({ id }) => id)
  const choose = (paymentMethod: string) =>
    customer.send(choosePayment, { number, accessToken, paymentMethod })
  return { number, choices, choose }
}

const rowOf = (number: string) =>
  db.selectFrom('shop_order').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
const paymentsOf = async (number: string) =>
  db
    .selectFrom('payment')
    .select(['provider', 'status', 'amount'])
    .where('order_id', '=', (await rowOf(number)).id)
    .orderBy('id')
    .execute()

test('a payment link offers every method that is on', async () => {
  const { number, choices, choose } = await linked()
  expect(await choices()).toEqual(['stripe', 'cod', 'bank_transfer', 'upi'])
  expect(await choose('upi')).toMatchObject({ status: 200, answer: { data: { status: 'pending' } } })
  expect(await choices()).toEqual(['upi', 'stripe', 'cod', 'bank_transfer'])
  expect(await paymentsOf(number)).toEqual([
    { provider: 'stripe', status: 'cancelled', amount: 200_000 },
    { provider: 'upi', status: 'waiting', amount: 200_000 },
  ])
  const { id, reserved_until: until } = await rowOf(number)
  expect(until!.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000)
  const emails = db.selectFrom('email').select('template').where('reference', 'like', `order:${id}:%`)
  expect((await emails.orderBy('id').execute()).map(({ template }) => template)).toEqual([
    'order_received',
    'order_received',
  ])
  // Once more changes nothing.
  await choose('upi')
  expect(await paymentsOf(number)).toHaveLength(2)
  // Changing to and fro sends one email for each method.
  for (const method of ['bank_transfer', 'upi', 'bank_transfer', 'upi']) await choose(method)
  expect(await emails.execute()).toHaveLength(3)
})

test('cash on delivery confirms the order, up to its limit and once', async () => {
  const { number, choices, choose } = await linked()
  expect(await choose('cod')).toMatchObject({ status: 200, answer: { data: { status: 'confirmed' } } })
  expect(await rowOf(number)).toMatchObject({ payment_method: 'cod', reserved_until: null, paid: 0 })
  expect(await choices()).toEqual([])
  expect(await choose('upi')).toMatchObject({ status: 409, code: 'wrong_status' })
  const dear = await linked(200_000)
  expect(await dear.choices()).toEqual(['stripe', 'bank_transfer', 'upi'])
  const refused = { status: 400, issues: [{ path: 'paymentMethod' }] }
  expect(await dear.choose('cod')).toMatchObject(refused)
  expect(await dear.choose('cheque')).toMatchObject(refused)
})

test('an open payment page is the only way to pay', async () => {
  const one = await newOrder()
  const { number, accessToken } = one
  expect((await client(app).send(getPaymentChoices, { number, accessToken })).answer.data).toEqual([])
  const refused = { status: 409, code: 'payment_open' }
  const choice = { number, accessToken, paymentMethod: 'upi' }
  expect(await client(app).send(choosePayment, choice)).toMatchObject(refused)
})

test('strangers neither see nor change how an order is paid', async () => {
  const { number } = await linked()
  expect(await client(app).send(getPaymentChoices, { number })).toMatchObject({ status: 404 })
  expect(await client(app).send(choosePayment, { number, paymentMethod: 'cod' })).toMatchObject({
    status: 404,
  })
})

test('an order that costs nothing asks for no payment', async () => {
  const productid = await goods.add('Sample', { variants: [{ price: 0, stock: 9 }] })
  const items = [{ productid, quantity: 1 }]
  await storeSettings(db, { 'shipping.free_from': 0 })
  const { data } = (await client(app).send(getCheckout, { items: JSON.stringify(items) })).answer
  expect(data).toMatchObject({ summary: { total: 0 }, paymentMethods: [{ id: 'none' }] })
  for (const paymentMethod of ['stripe', 'cod', 'none']) {
    const placed = (await order(client(app), { items, paymentMethod, expectedTotal: 0 })).answer.data
    expect(placed).toMatchObject({ status: 'confirmed', total: 0, paymentUrl: null })
    expect(await rowOf(placed.number)).toMatchObject({ payment_method: 'none' })
    expect(await paymentsOf(placed.number)).toEqual([])
  }
  const [variantid = 0] = await variantsOf(db, productid)
  const quoted = { items: [{ variantid, quantity: 1 }] }
  const { answer } = await staff.browser.send(quoteManualOrder, quoted)
  expect(answer.data.payments).toMatchObject([{ id: 'none' }])
  expect((await manualOrder(staff.browser, { items, payment: 'none' })).status).toBe(201)
  const priced = [{ productid: goods.mug, quantity: 1 }]
  expect(await order(client(app), { items: priced, paymentMethod: 'none' })).toMatchObject({ status: 400 })
  expect(await manualOrder(staff.browser, { items: priced, payment: 'none' })).toMatchObject({ status: 400 })
})

test('an order that was to be paid online counts as unpaid stock once it is not', async () => {
  const productid = await goods.add('Vat', { variants: [{ price: 100, stock: 120 }] })
  // The page is never opened.
  stripe.mood.open = 'lost'
  const switched = async (email: string, quantity: number) => {
    const contact = { email, phone: '9876543210' }
    const card = { contact, items: [{ productid, quantity }], paymentMethod: 'stripe' }
    const { number, accessToken } = (await order(client(app), card)).answer.data
    return client(app).send(choosePayment, { number, accessToken, paymentMethod: 'cod' })
  }
  expect(await switched('vat1@example.com', 61)).toMatchObject({ status: 409, code: 'address_unconfirmed' })
  expect(await switched('vat2@example.com', 2)).toMatchObject({ status: 200 })
  stripe.mood.open = 'fine'
  const { placed_from: from } = await db
    .selectFrom('shop_order')
    .select('placed_from')
    .where('email', '=', 'vat2@example.com')
    .executeTakeFirstOrThrow()
  expect(from).not.toBeNull()
  const { body_text: text } = await db
    .selectFrom('email')
    .select('body_text')
    .where('recipient', '=', 'vat2@example.com')
    .executeTakeFirstOrThrow()
  expect(text).not.toContain('Rose Lane')
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
