import type { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCheckout } from '#contract/orders/checkout.ts'
import { quoteManualOrder } from '#contract/orders/manual-quote.ts'
import { getOrder } from '#contract/orders/order.ts'
import { choosePayment, getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { updateCash } from '#contract/settings/cash-settings.ts'
import { getSettings } from '#contract/settings/settings.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, manualOrder, order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'settings'])
})
const terms = {
  'payment.bank_transfer': true,
  'payment.cod_fee': 5_000,
  'payment.cod_min': null,
  'payment.cod_refused_codes': [] as string[],
  'payment.cod_excluded_categories': [] as number[],
  'payment.order': ['bank_transfer', 'cod'],
}
beforeEach(() => storeSettings(db, terms))

const items = async (price = 100_000, rest: object = { gst: 1_800 }) => [
  { productid: await goods.add('Jug', { variants: [{ price, stock: 50 }], ...rest }), quantity: 2 },
]
const to = { country: 'IN', state: 'MH', pincode: '411001' }
const rowOf = (number: string) =>
  db.selectFrom('shop_order').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
const waiting = async (number: string) =>
  db
    .selectFrom('payment')
    .select(['provider', 'amount'])
    .where('order_id', '=', (await rowOf(number)).id)
    .where('status', '=', 'waiting')
    .execute()

test('the fee is a line of the summary once cash is chosen, and paying now saves it', async () => {
  const wanted = JSON.stringify(await items())
  const quote = async (paymentMethod?: string) =>
    (await client(app).send(getCheckout, { items: wanted, ...to, paymentMethod })).answer.data
  expect(await quote()).toMatchObject({
    paymentMethod: 'bank_transfer',
    summary: { total: 2_000, shipping: 0, cashfee: 0 },
    paymentMethods: [
      { id: 'bank_transfer', fee: 0 },
      { id: 'cod', fee: 50, text: 'Pay when your order arrives. Pay now and save ₹50.00.' },
    ],
  })
  // Its tax is that of the delivery: 18 % of the goods.
  expect(await quote('cod')).toMatchObject({
    paymentMethod: 'cod',
    summary: { total: 2_050, shipping: 50, cashfee: 50, shippingtax: 7.63 },
  })
  await storeSettings(db, { 'payment.order': ['cod'] })
  expect(await quote()).toMatchObject({ paymentMethod: 'cod', summary: { total: 2_050 } })
})

test('an order has the fee that its shopper saw', async () => {
  const wanted = await items()
  const refused = await order(client(app), { items: wanted, expectedTotal: 2_000 })
  expect(refused).toMatchObject({
    status: 409,
    code: 'total_changed',
    data: { summary: { total: 2_050, cashfee: 50 } },
  })
  const { answer } = await order(client(app), { items: wanted, expectedTotal: 2_050 })
  const { number, accessToken } = answer.data
  expect((await client(app).send(getOrder, { number, accessToken })).answer.data).toMatchObject({
    total: 2_050,
    shipping: 50,
    cashfee: 50,
    due: 2_050,
  })
  expect(await waiting(number)).toEqual([{ provider: 'cod', amount: 205_000 }])
  const prepaid = await order(client(app), {
    items: wanted,
    paymentMethod: 'bank_transfer',
    expectedTotal: 2_000,
  })
  expect(prepaid.status).toBe(201)
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

test('the checkout says in a sentence why cash is not possible, and the order is refused with it', async () => {
  const wanted = await items()
  const quoteOf = async (some: object[], place: object = to) => {
    const { data } = (await client(app).send(getCheckout, { items: JSON.stringify(some), ...place })).answer
    return [data.cashProblem, data.paymentMethods.map(({ id }) => id)]
  }
  await storeSettings(db, { 'payment.cod_refused_codes': ['560*'], 'payment.cod_min': 50_000 })
  expect(await quoteOf(wanted)).toEqual([null, ['bank_transfer', 'cod']])
  const message = 'Cash on delivery isn’t available for 560001'
  const place = { country: 'IN', state: 'KA', pincode: '560001' }
  expect(await quoteOf(wanted, place)).toEqual([message, ['bank_transfer']])
  const shipping = { ...checkoutForm.shipping, state: 'KA', city: 'Bengaluru', pincode: '560001' }
  expect(await order(client(app), { items: wanted, shipping })).toMatchObject({
    status: 400,
    message,
    issues: [{ path: 'paymentMethod' }],
  })
  const cheap = await items(10_000)
  expect(await quoteOf(cheap)).toMatchObject(['Cash on delivery is available for orders from ₹500.00', {}])
  const { category_id: categoryId } = await db
    .selectFrom('product')
    .select('category_id')
    .where('id', '=', wanted[0]?.productid ?? 0)
    .executeTakeFirstOrThrow()
  await storeSettings(db, { 'payment.cod_excluded_categories': [categoryId] })
  expect(await quoteOf(wanted)).toMatchObject(['Cash on delivery isn’t available for Jug', {}])
})

test('a pending order gets the fee with cash if its customer saw it', async () => {
  const { answer } = await manualOrder(staff.browser, { items: await items(), payment: 'link' })
  const { number, paymentUrl = '' } = answer.data
  const accessToken = new URL(paymentUrl).searchParams.get('accessToken') ?? undefined
  const customer = client(app)
  const { data } = (await customer.send(getPaymentChoices, { number, accessToken })).answer
  expect(data.map(({ id, fee }) => [id, fee])).toEqual([
    ['bank_transfer', 0],
    ['cod', 50],
  ])
  const choose = (paymentMethod: string, expectedFee?: number) =>
    customer.send(choosePayment, { number, accessToken, paymentMethod, expectedFee })
  expect(await choose('cod')).toMatchObject({ status: 409, code: 'total_changed' })
  expect(await choose('cod', 50)).toMatchObject({ status: 200 })
  expect(await rowOf(number)).toMatchObject({ total: 205_000, cash_fee: 5_000, shipping: 5_000, tax: 31_271 })
  expect(await waiting(number)).toEqual([{ provider: 'cod', amount: 205_000 }])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

test('an order of staff has the fee, too, unless it is picked up', async () => {
  const [item] = await items()
  const { productid = 0 } = item ?? {}
  const { id: variantid } = await db
    .selectFrom('variant')
    .select('id')
    .where('product_id', '=', productid)
    .executeTakeFirstOrThrow()
  const quote = async (rest: object) =>
    (
      await staff.browser.send(quoteManualOrder, {
        items: [{ variantid, quantity: 2 }],
        country: 'IN',
        ...rest,
      })
    ).answer.data.totals
  expect(await quote({})).toMatchObject({ total: 2_000, cashfee: 0 })
  expect(await quote({ payment: 'cod' })).toMatchObject({ total: 2_050, cashfee: 50 })
  expect(await quote({ payment: 'cod', shippingMethod: 'pick_up' })).toMatchObject({ total: 2_000 })
  const placed = await manualOrder(staff.browser, {
    items: [{ productid, quantity: 2 }],
    payment: 'cod',
    expectedTotal: 2_050,
  })
  expect(placed.status).toBe(201)
})

test('staff set the terms, whose amounts and lists are checked', async () => {
  const { payment } = (await staff.browser.send(getSettings, {})).answer.data
  const cash = Object.fromEntries(
    Object.entries(payment).filter(([name]) => name.startsWith('cod')),
  ) as z.input<typeof updateCash.input>
  const save = (changes: object) => staff.browser.send(updateCash, { ...cash, ...changes })
  expect(await save({ cod_refused_codes: ['560 001', 'sw1*'] })).toMatchObject({ status: 200 })
  const read = (await staff.browser.send(getSettings, {})).answer.data
  expect(read.payment).toMatchObject({ cod_fee: 50, cod_refused_codes: ['560001', 'SW1*'] })
  expect(await save({ cod_refused_codes: ['5*6'] })).toMatchObject({
    status: 400,
    issues: [{ message: 'Enter postal codes such as 560001, or prefixes such as 560*' }],
  })
  expect(await save({ cod_fee: 0.001 })).toMatchObject({
    status: 400,
    issues: [{ path: 'cod_fee' }],
  })
})
