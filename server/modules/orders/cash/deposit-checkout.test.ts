import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCheckout } from '#contract/orders/checkout.ts'
import { choosePayment, getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { updateCash } from '#contract/settings/cash-settings.ts'
import { getSettings } from '#contract/settings/settings.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { manualOrder, order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await stripeApp()
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})
const terms = {
  'shipping.flat': 0,
  'payment.cod_fee': 0,
  'payment.cod_deposit': 'percent',
  'payment.cod_deposit_percent': 20,
  'payment.cod_deposit_amount': 0,
  'payment.cod_deposit_from': null,
}
beforeEach(() => storeSettings(db, terms))

const bowl = (price = 100_000) => goods.add('Bowl', { variants: [{ price, stock: 50 }] })
const quote = async (input: object) =>
  (await client(app).send(getCheckout, { country: 'IN', state: 'MH', pincode: '411001', ...input })).answer
    .data
const quoteOf = async (price: number, input: object = {}) =>
  quote({ items: JSON.stringify([{ productid: await bowl(price), quantity: 1 }]), ...input })

interface Terms {
  kind?: string
  percent?: number
  amount?: number
  from?: number | null
}

test('says what is paid now and what on delivery, fee included', async () => {
  await storeSettings(db, { 'payment.cod_fee': 5_000 })
  const answer = await quoteOf(100_000, { paymentMethod: 'cod' })
  expect(answer).toMatchObject({
    summary: { total: 1_050 },
    deposit: { amount: 210, rest: 840, methods: [{ id: 'stripe', name: 'Card' }] },
  })
  expect(answer.paymentMethods.find(({ id }) => id === 'cod')?.text).toBe(
    'Pay a deposit of ₹210.00 now, and ₹840.00 when your order arrives. Pay all of it now and save ₹50.00.',
  )
})

test.each([
  ['rounds to the smallest unit', { percent: 33 }, 1_01, 0.33],
  ['is an amount', { kind: 'amount', amount: 30_000 }, 100_000, 300],
  ['is at most the total', { kind: 'amount', amount: 30_000 }, 20_000, 200],
  ['is needed from a total', { from: 100_000 }, 100_000, 200],
])(
  'the deposit %s',
  async (_name, { kind = 'percent', percent = 20, amount = 0, from = null }: Terms, price, should) => {
    await storeSettings(db, {
      'payment.cod_deposit': kind,
      'payment.cod_deposit_percent': percent,
      'payment.cod_deposit_amount': amount,
      'payment.cod_deposit_from': from,
    })
    const { deposit } = await quoteOf(price)
    // Below 0.50 Stripe takes nothing, so cash is not offered.
    expect(deposit?.amount ?? 0).toBe(should < 0.5 ? 0 : should)
  },
)

test('leaves cash out, and says why, while the deposit cannot be paid', async () => {
  await storeSettings(db, { 'payment.cod_deposit_percent': 1 })
  const answer = await quoteOf(2_000)
  expect(answer.deposit).toBeNull()
  expect(answer.paymentMethods.map(({ id }) => id)).not.toContain('cod')
  expect(answer.cashProblem).toBe(
    'Cash on delivery needs a deposit of ₹0.20, which can’t be paid online at the moment',
  )
  const items = [{ productid: await bowl(2_000), quantity: 1 }]
  expect(await order(client(app), { items, expectedDeposit: 0.2 })).toMatchObject({
    status: 400,
    issues: [{ path: 'paymentMethod' }],
  })
})

test('an order below the smallest total with a deposit has none', async () => {
  await storeSettings(db, { 'payment.cod_deposit_from': 100_001 })
  expect((await quoteOf(100_000)).deposit).toBeNull()
  const items = [{ productid: await bowl(), quantity: 1 }]
  const placed = await order(client(app), { items })
  expect(placed).toMatchObject({ status: 201, answer: { data: { status: 'confirmed', paymentUrl: null } } })
})

test('asks again if the deposit is another one than the shopper saw', async () => {
  const items = [{ productid: await bowl(), quantity: 1 }]
  const place = (input: object) => order(client(app), { items, ...input })
  for (const expectedDeposit of [undefined, 100, 300]) {
    expect(await place({ expectedDeposit })).toMatchObject({
      status: 409,
      code: 'deposit_changed',
      message:
        'Cash on delivery needs a deposit of ₹200.00 now. Please review it and place your order again.',
    })
  }
  expect(await place({ expectedDeposit: 200, depositMethod: 'bank_transfer' })).toMatchObject({
    status: 400,
    issues: [{ path: 'depositMethod' }],
  })
  await storeSettings(db, { 'payment.cod_deposit': 'off' })
  expect(await place({ expectedDeposit: 200 })).toMatchObject({ status: 409, code: 'deposit_changed' })
  expect(await place({})).toMatchObject({ status: 201 })
})

test('staff and the pages of pending orders ask for no deposit', async () => {
  const items = [{ productid: await bowl(), quantity: 1 }]
  const { browser: staff } = await newcomer(db, app, { role_id: 1 })
  await storeSettings(db, { 'payment.bank_transfer': true })
  const placed = await manualOrder(staff, { items, payment: 'cod' })
  expect(placed).toMatchObject({ status: 201 })
  const { number, accessToken } = (await order(client(app), { items, paymentMethod: 'bank_transfer' })).answer
    .data
  const { data } = (await client(app).send(getPaymentChoices, { number, accessToken })).answer
  expect(data.map(({ id }) => id)).not.toContain('cod')
  expect(await client(app).send(choosePayment, { number, accessToken, paymentMethod: 'cod' })).toMatchObject({
    status: 400,
  })
})

test('is stored only if a payment provider can take it', async () => {
  const { browser: staff } = await newcomer(db, app, { role_id: 1 })
  const { payment } = (await staff.send(getSettings, {})).answer.data
  const {
    bank_transfer: _transfer,
    bank_details: _details,
    upi: _upi,
    upi_id: _upiId,
    take_money: _later,
    order: _order,
    ...cash
  } = payment
  const save = (changes: object) => staff.send(updateCash, { ...cash, ...changes })
  const amount = (cod_deposit_amount: number) => save({ cod_deposit: 'amount', cod_deposit_amount })
  expect(await amount(0)).toMatchObject({ status: 400, issues: [{ path: 'cod_deposit_amount' }] })
  expect(await amount(0.2)).toMatchObject({
    status: 400,
    issues: [{ path: 'cod_deposit_amount', message: 'Stripe takes payments from ₹0.50' }],
  })
  expect(await amount(200)).toMatchObject({ status: 200 })
  expect(await save({ cod_deposit: 'percent', cod_deposit_percent: 100 })).toMatchObject({ status: 400 })
  const { payment: stored } = (await staff.send(getSettings, {})).answer.data
  expect(stored).toMatchObject({ cod_deposit: 'amount', cod_deposit_amount: 200 })
})
