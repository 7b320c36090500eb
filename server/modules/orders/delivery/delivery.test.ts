import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToCart } from '#contract/cart/cart.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import type { ShippingZone } from '#contract/orders/delivery/shipping.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { deliveryOptions, type Destination } from './delivery.rules.ts'

const flat = (amount: number) => ({ kind: 'flat', amount }) as const
const everywhere: ShippingZone = {
  name: 'India',
  countries: ['IN'],
  states: [],
  pincodes: [],
  rate: flat(9_900),
  freeFrom: null,
  days: null,
  cash: true,
}
const byWeight: ShippingZone = {
  ...everywhere,
  name: 'By weight',
  rate: {
    kind: 'weight',
    steps: [
      { upTo: 0.5, amount: 4_000 },
      { upTo: 2.001, amount: 9_000 },
      { upTo: null, amount: 25_000 },
    ],
  },
  freeFrom: 500_000,
}

describe('shipping zones', () => {
  const checkout = {
    countries: ['IN', 'NP'],
    reserve_minutes: 20,
    transfer_days: 7,
    order_prefix: '',
  }
  const shipping = {
    flat: 5_000,
    free_from: 99_900,
    days_from: 3,
    days_to: 6,
    express_amount: 19_900,
    express_from: 1,
    express_to: 2,
    cutoff_hour: 14,
    weekdays: [1, 2, 3, 4, 5],
    holidays: [],
  }
  const optionsAt = (zones: ShippingZone[], to: Destination, grams = 0) =>
    deliveryOptions({ shipping: { ...shipping, zones }, checkout }, to, grams)
  const ruleAt = (...place: Parameters<typeof optionsAt>) => optionsAt(...place)[0].rule

  test('use the first zone that matches country, state and PIN code, else the default', () => {
    const zones = [
      { ...everywhere, name: 'Pune', pincodes: [{ from: '411001', to: '411062' }], rate: flat(1_000) },
      { ...everywhere, name: 'West', states: ['Maharashtra', 'GA'], rate: flat(2_000) },
      { ...everywhere, rate: flat(3_000) },
    ]
    const at = (state: string, pincode: string, country = 'IN') =>
      ruleAt(zones, { country, state, pincode }).flat
    expect(at('MH', '411 045')).toBe(1_000)
    expect(at('MH', '400001')).toBe(2_000)
    expect(at('GA', '403001')).toBe(2_000)
    expect(at('KA', '560001')).toBe(3_000)
    expect(at('', '', 'NP')).toBe(5_000)
    expect(() => at('', '', 'FR')).toThrow('We don’t deliver to France yet')
  })

  test('set the days of standard delivery, and whether cash is possible', () => {
    const slow = { ...everywhere, states: ['LD'], days: { from: 8, to: 12 }, cash: false }
    const at = (state: string) =>
      optionsAt([slow], { country: 'IN', state }).map(({ id, days, cash }) => ({ id, days, cash }))
    expect(at('LD')).toEqual([
      { id: 'standard', days: { from: 8, to: 12 }, cash: false },
      { id: 'express', days: { from: 1, to: 2 }, cash: false },
    ])
    expect(at('MH')).toEqual([
      { id: 'standard', days: { from: 3, to: 6 }, cash: true },
      { id: 'express', days: { from: 1, to: 2 }, cash: true },
    ])
  })

  test('charge by weight to the gram', () => {
    const costOf = (grams: number) => ruleAt([byWeight], { country: 'IN' }, grams)
    expect(costOf(0)).toEqual({ flat: 4_000, freeFrom: 500_000 })
    expect([500, 501, 2001, 2002, 90_000].map((grams) => costOf(grams).flat)).toEqual([
      4_000, 9_000, 9_000, 25_000, 25_000,
    ])
  })
})

describe('in the checkout', () => {
  let shop: Awaited<ReturnType<typeof testApp>>
  let goods: Goods
  beforeAll(async () => {
    shop = await testApp({ env: { RATE_LIMITS: 'off' } })
    goods = await makeGoods(shop.db)
    const value = JSON.stringify([byWeight])
    await shop.db.insertInto('setting').values({ config_id: 1, key: 'shipping.zones', value }).execute()
  })
  afterAll(() => shop.stop())

  test('charges shipping by the total weight, in the checkout and in the order', async () => {
    const variants = [{ price: 100_000, stock: 9 }]
    const bowl = await goods.add('Bowl', { variants, weight: 400 })
    const plate = await goods.add('Plate', { variants, weight: 1201 })
    const visitor = client(shop.app)
    const to = { country: 'IN', state: 'MH', pincode: '411001' }
    const shipping = async () => (await visitor.send(getCheckout, to)).answer.data.summary.shipping
    await visitor.send(addToCart, { productid: bowl })
    expect(await shipping()).toBe(40)
    await visitor.send(addToCart, { productid: bowl })
    expect(await shipping()).toBe(90)
    await visitor.send(addToCart, { productid: plate })
    expect(await shipping()).toBe(90)
    await visitor.send(addToCart, { productid: plate })
    expect(await shipping()).toBe(250)
    expect(await order(visitor, { expectedTotal: 4_250 })).toMatchObject({ status: 201 })
    await visitor.send(addToCart, { productid: bowl, quantity: 5 })
    expect(await shipping()).toBe(0)
  })

  test('offers and accepts cash only where the zone and the limit allow it, and says why not', async () => {
    const value = (setting: unknown) => JSON.stringify(setting)
    await shop.db
      .insertInto('setting')
      .values([
        {
          config_id: 1,
          key: 'shipping.zones',
          value: value([{ ...everywhere, states: ['LD'], cash: false }]),
        },
        { config_id: 1, key: 'payment.cod_max', value: value(250_000) },
        { config_id: 1, key: 'payment.bank_transfer', value: value(true) },
      ])
      .onConflict((conflict) =>
        conflict.columns(['config_id', 'key']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
      )
      .execute()
    const vase = await goods.add('Vase', { variants: [{ price: 100_000, stock: 99 }] })
    const quote = async (quantity: number, state: string) => {
      const items = JSON.stringify([{ productid: vase, quantity }])
      const to = { items, country: 'IN', state, pincode: '411001' }
      const { paymentMethods, cashProblem } = (await client(shop.app).send(getCheckout, to)).answer.data
      return [paymentMethods.map(({ id }) => id).join(), cashProblem]
    }
    const far = 'Cash on delivery isn’t available at this address'
    const dear = expect.stringMatching(
      /^Cash on delivery is available for orders up to ₹2,500(\.00)?$/,
    ) as string
    expect(await quote(2, 'MH')).toEqual(['cod,bank_transfer', null])
    expect(await quote(3, 'MH')).toEqual(['bank_transfer', dear])
    expect(await quote(2, 'LD')).toEqual(['bank_transfer', far])

    const place = (quantity: number, state: string, pin = '411001') => {
      const shipping = { ...checkoutForm.shipping, state, pincode: pin, keepstate: true }
      return order(client(shop.app), { items: [{ productid: vase, quantity }], shipping })
    }
    expect(await place(3, 'MH')).toMatchObject({
      status: 400,
      issues: [{ path: 'paymentMethod', message: dear }],
    })
    expect(await place(2, 'LD', '194101')).toMatchObject({
      status: 400,
      issues: [{ path: 'paymentMethod', message: far }],
    })
    expect(await place(2, 'MH')).toMatchObject({ status: 201 })
  })
})
