import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getOrder } from '#contract/orders/order.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

const levelOf = async (variantId: number) =>
  db
    .selectFrom('stock_level')
    .select(['on_hand', 'available'])
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow()

const countOrders = async () => {
  const { count } = await db
    .selectFrom('shop_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A new product with one variant and the given stock. */
async function stocked(name: string, stock: number, rest: object = {}) {
  const productid = await goods.add(name, { variants: [{ price: 100_000, stock }], ...rest })
  const [variantId = 0] = await variantsOf(db, productid)
  return { productid, variantId }
}

describe('an order of the cart', () => {
  test('is confirmed at once with cash on delivery, and updates stock, cart, email and timeline', async () => {
    const visitor = client(app)
    const { productid, variantId } = await stocked('Tea bowl', 5, { offer: 1_250, gst: 1_800 })
    await visitor.send(addToCart, { productid, quantity: 2 })
    const { data: checkout } = (
      await visitor.send(getCheckout, { country: 'IN', state: 'MH', pincode: '411001' })
    ).answer
    expect(checkout).toMatchObject({
      summary: { subtotal: 2_000, discount: 250, coupon: 0, shipping: 0, total: 1_750 },
      shippingMethods: [{ id: 'standard', price: 0, days: { from: 3, to: 6 } }],
      paymentMethods: [{ id: 'cod' }],
      countries: ['IN'],
    })
    const { status, answer } = await order(visitor, { expectedTotal: 1_750, note: 'Please ring twice' })
    expect(status).toBe(201)
    const { number, serial, accessToken } = answer.data
    expect(answer.data).toEqual({
      serial: expect.stringMatching(/^\d{4}-\d{6}$/),
      number: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      status: 'confirmed',
      total: 1_750,
      currency: 'INR',
      accessToken: expect.any(String),
      paymentUrl: null,
    })
    expect(await levelOf(variantId)).toEqual({ on_hand: 3, available: 3 })
    expect((await visitor.send(getCarts)).answer.data).toEqual([])
    const { data } = (await client(app).send(getOrder, { number, accessToken })).answer
    expect(data).toMatchObject({
      total: 1_750,
      quantity: 2,
      note: 'Please ring twice',
      shippingAddress: { state: 'Maharashtra' },
      billingAddress: { fullName: 'Asha Rao' },
      canCancel: true,
      isEmailed: false,
      lines: [{ productname: 'Tea bowl', productprice: 875, linetotal: 1_750 }],
      events: [{ kind: 'placed', text: 'Order placed', who: 'Asha Rao' }],
    })
    expect(data.lines[0]!.steps).toEqual([
      { text: '2 × ₹1,000.00', amount: 2_000, contained: false },
      { text: 'Offer: 12.5% off', amount: -250, contained: false },
      { text: '18% GST, included', amount: 266.95, contained: true },
    ])
    const email = await db
      .selectFrom('email')
      .selectAll()
      .where('template', '=', 'order_confirmed')
      .executeTakeFirstOrThrow()
    expect(email).toMatchObject({
      recipient: 'asha@example.com',
      subject: `Your order is confirmed (${serial})`,
    })
    expect(email.body_text).toContain('2 × Tea bowl: ₹1,750.00')
    expect(email.body_text).toContain(`/orders/${number}?accessToken=${accessToken}`)
  })

  test('names the items that are out of stock without a change', async () => {
    const visitor = client(app)
    const [scarce, gone] = [await stocked('Scarce', 3), await stocked('Gone', 3)]
    for (const { productid } of [scarce, gone]) await visitor.send(addToCart, { productid, quantity: 3 })
    await goods.change(scarce.productid, { variants: [{ price: 100_000, stock: 2 }] })
    await goods.change(gone.productid, { status: 'archived' })
    const before = await countOrders()
    expect(await order(visitor)).toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: 'Only 2 left of Scarce',
      issues: [
        { path: `variant.${scarce.variantId}`, message: 'Only 2 left of Scarce' },
        { path: `variant.${gone.variantId}`, message: 'Gone is sold out' },
      ],
    })
    expect(await countOrders()).toBe(before)
    expect((await visitor.send(getCarts)).answer.data).toHaveLength(2)
    expect(await order(client(app))).toMatchObject({ status: 409, code: 'cart_empty' })
  })

  test('is refused with the new summary if the total differs from the expected one', async () => {
    const visitor = client(app)
    const { productid } = await stocked('Vase', 3)
    await visitor.send(addToCart, { productid })
    const refused = await order(visitor, { expectedTotal: 999 })
    expect(refused).toMatchObject({ status: 409, code: 'total_changed' })
    expect(refused).toMatchObject({ data: { summary: { subtotal: 1_000, shipping: 99, total: 1_099 } } })
    expect(await order(visitor, { expectedTotal: '1099' })).toMatchObject({ status: 201 })
  })
})

describe('items of a direct order', () => {
  test('skip the cart, also without a cookie', async () => {
    const { productid, variantId } = await stocked('Jug', 4)
    expect(await order(client(app), { items: [{ productid, quantity: 3 }] })).toMatchObject({ status: 201 })
    expect(await levelOf(variantId)).toEqual({ on_hand: 1, available: 1 })
    const twice = [{ productid }, { productid, variantid: variantId }]
    expect(await order(client(app), { items: twice })).toMatchObject({
      status: 409,
      message: 'Only 1 left of Jug',
    })
    expect(await order(client(app), { items: [{ productid: goods.foreign }] })).toMatchObject({ status: 404 })
    const lamp = { productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 600 }
    expect(await order(client(app), { items: [lamp, lamp] })).toMatchObject({
      status: 409,
      code: 'too_many_items',
    })
    expect(await order(client(app), { items: [{ productid: goods.lamp }] })).toMatchObject({
      status: 400,
      code: 'choose_variant',
    })
  })

  test.each([
    { contact: { email: 'nobody', phone: '9876543210' } },
    { contact: { email: 'a@example.com', phone: 'ring' } },
    { contact: { ...checkoutForm.contact, userid: 1 } },
    { shipping: { ...checkoutForm.shipping, state: 'Bavaria' } },
    { shipping: { ...checkoutForm.shipping, pincode: '0123' } },
    { shipping: { ...checkoutForm.shipping, country: 'DE', pincode: '80331' } },
    { shippingMethod: 'express' },
    { paymentMethod: 'bank_transfer' },
    { paymentMethod: 'stripe' },
    { items: [] },
    { items: [{ productid: 1, price: 1 }] },
    { expectedTotal: -1 },
    { userid: 1 },
    { total: 1 },
    { note: 5 },
  ])('are refused with %j', async (wrong) => {
    const { productid, variantId } = await stocked('Plate', 1)
    expect(await order(client(app), { items: [{ productid }], ...wrong })).toMatchObject({ status: 400 })
    expect(await levelOf(variantId)).toEqual({ on_hand: 1, available: 1 })
  })
})

describe('the Idempotency-Key of an order', () => {
  test('answers the same order again and refuses another body', async () => {
    const { productid } = await stocked('Cup', 9)
    const visitor = client(app)
    const before = await countOrders()
    const items = [{ productid }]
    const answers = [await order(visitor, { items }, 'one'), await order(visitor, { items }, 'one')]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]!.status).toBe(201)
    expect(await order(visitor, { items, note: 'another' }, 'one')).toMatchObject({
      status: 422,
      code: 'key_reused',
    })
    expect(await order(visitor, { items }, '')).toMatchObject({ status: 400 })
    expect(await order(visitor, { items }, 'ä')).toMatchObject({ status: 400 })
    expect(await countOrders()).toBe(before + 1)
  })

  test('can be used again after a refused order', async () => {
    const { productid } = await stocked('Late', 1)
    const visitor = client(app)
    expect(await order(visitor, { items: [{ productid, quantity: 2 }] }, 'later')).toMatchObject({
      status: 409,
    })
    expect(await order(visitor, { items: [{ productid, quantity: 1 }] }, 'later')).toMatchObject({
      status: 201,
    })
  })

  test('places one order for 8 concurrent calls', async () => {
    const { productid, variantId } = await stocked('Eight', 50)
    const visitor = client(app)
    await visitor.send(addToCart, { productid })
    const calls = Array.from({ length: 8 }, () => order(visitor, { items: [{ productid }] }, 'eight'))
    const outcomes = await Promise.all(calls)
    const placed = outcomes.filter(({ status }) => status === 201)
    expect(new Set(placed.map(({ answer }) => answer.data.number)).size).toBe(1)
    const others = outcomes.filter(({ status }) => status !== 201)
    expect(others.every(({ status, code }) => status === 409 && code === 'in_progress')).toBe(true)
    expect(await levelOf(variantId)).toEqual({ on_hand: 49, available: 49 })
  })
})

describe('concurrent orders', () => {
  test('sell the last unit to one of 16 orders', async () => {
    for (let race = 0; race < 10; race++) {
      const { productid, variantId } = await stocked(`Last ${race}`, 1)
      const calls = Array.from({ length: 16 }, () => order(client(app), { items: [{ productid }] }))
      const outcomes = await Promise.all(calls)
      expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1)
      const refused = outcomes.filter(({ status }) => status !== 201)
      expect(new Set(refused.map(({ status, message }) => `${status} ${message}`))).toEqual(
        new Set([`409 Last ${race} is sold out`]),
      )
      expect(await levelOf(variantId)).toEqual({ on_hand: 0, available: 0 })
    }
  })

  test('of the same items in opposite order never deadlock', async () => {
    const [a, b] = [await stocked('Left', 12), await stocked('Right', 12)]
    const carts = [
      [a, b],
      [b, a],
    ].map((things) => things.map(({ productid }) => ({ productid })))
    const calls = Array.from({ length: 24 }, (_, i) => order(client(app), { items: carts[i % 2] }))
    const outcomes = await Promise.all(calls)
    expect(outcomes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array<number>(12).fill(201),
      ...Array<number>(12).fill(409),
    ])
    expect(await checkLedger(db)).toEqual([])
  })

  test('of the same cart in two tabs place one order', async () => {
    const visitor = client(app)
    const { productid, variantId } = await stocked('Two tabs', 9)
    await visitor.send(addToCart, { productid, quantity: 2 })
    const outcomes = await Promise.all([order(visitor), order(visitor), order(visitor)])
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await levelOf(variantId)).toEqual({ on_hand: 7, available: 7 })
  })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
