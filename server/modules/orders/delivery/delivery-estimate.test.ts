import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getDelivery, getDeliveryRegions } from '#contract/orders/delivery/delivery.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
afterEach(() => vi.useRealTimers())
let vase: number

const set = (key: string, value: unknown) => storeSettings(db, { [key]: value })

beforeAll(async () => {
  const goods = await makeGoods(db)
  vase = await goods.add('Vase', { variants: [{ price: 100_000, stock: 99 }], weight: 700 })
  const rate = {
    kind: 'weight',
    steps: [
      { upTo: 0.5, amount: 4_000 },
      { upTo: null, amount: 9_000 },
    ],
  }
  const far = { name: 'Far', countries: ['IN'], states: ['Ladakh'], pincodes: [] }
  await set('shipping.zones', [{ ...far, rate, freeFrom: null, days: { from: 8, to: 12 }, cash: false }])
  await set('shipping.express_amount', 19_900)
  await set('payment.cod_max', 2_500_000)
})

const estimate = async (input: object = {}) => (await client(app).send(getDelivery, input)).answer.data

/** Sets the clock of the shop, not that of the database. */
const atTime = (moment: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })

test('says the price, days, cash and returns of the shop, and those of a zone for its PIN codes', async () => {
  atTime('2026-11-23T10:00:00+05:30')
  const usual = await estimate({ productid: vase })
  expect(usual).toMatchObject({
    country: 'IN',
    pincode: null,
    methods: [
      { id: 'standard', price: 99, freeFrom: 1499, arrival: { text: 'Thu 26 – Mon 30 Nov' } },
      { id: 'express', price: 199, freeFrom: null, arrival: { text: 'Tue 24 – Wed 25 Nov' } },
    ],
    cash: { possible: true, upTo: 25_000 },
    returns: { days: 14, paidBy: 'shop' },
    until: '2026-11-23T08:30:00.000Z',
  })
  expect(await estimate({ productid: vase, pincode: '194 101' })).toMatchObject({
    pincode: '194101',
    methods: [{ price: 90, freeFrom: null, arrival: { from: '2026-12-02', to: '2026-12-07' } }, {}],
    cash: { possible: false },
  })
})

test('the estimate for a product and a place is what the checkout charges and promises', async () => {
  for (const pincode of ['411001', '194101']) {
    const items = JSON.stringify([{ productid: vase, quantity: 1 }])
    const state = pincode === '411001' ? 'MH' : 'LA'
    const { data } = (await client(app).send(getCheckout, { items, country: 'IN', state, pincode })).answer
    const { methods, cash } = await estimate({ productid: vase, pincode })
    const shown = data.shippingMethods.map(({ id, price, arrival }) => ({ id, price, arrival }))
    expect(methods.map(({ id, price, arrival }) => ({ id, price, arrival }))).toEqual(shown)
    expect(cash.possible).toBe(data.paymentMethods.some(({ id }) => id === 'cod'))
  }
})

test('search engines learn what the checkout charges in each region', async () => {
  const { data } = (await client(app).send(getDeliveryRegions, { productid: vase })).answer
  const all = { states: [], pincodes: [] }
  expect(data).toMatchObject([
    { country: 'IN', states: ['Ladakh'], days: { from: 8, to: 12 }, rates: [{ from: 0, price: 90 }] },
    {
      country: 'IN',
      ...all,
      days: { from: 3, to: 6 },
      rates: [
        { from: 0, price: 99 },
        { from: 1499, price: 0 },
      ],
    },
  ])
  for (const [at, quantity] of [1, 2].entries()) {
    const items = JSON.stringify([{ productid: vase, quantity }])
    const place = { country: 'IN', state: 'MH', pincode: '411001' }
    const quote = (await client(app).send(getCheckout, { items, ...place })).answer.data
    expect(data[1]?.rates[at]?.price).toBe(quote.shippingMethods[0]?.price)
  }
  expect((await client(app).send(getDeliveryRegions, { productid: 999_999 })).status).toBe(404)
})

test('a cached estimate ends at the cut-off, and with a change of the settings', async () => {
  atTime('2026-11-23T13:59:00+05:30')
  const text = async () => (await estimate({ productid: vase })).methods[0]?.arrival.text
  expect(await text()).toBe('Thu 26 – Mon 30 Nov')
  vi.setSystemTime(new Date('2026-11-23T14:00:01+05:30'))
  expect(await text()).toBe('Fri 27 Nov – Tue 1 Dec')
  await set('shipping.holidays', ['2026-11-27'])
  await expect.poll(text).toBe('Sat 28 Nov – Wed 2 Dec')
})

test('finds the zone of a state by the PIN code alone', async () => {
  const priceAt = async (pincode: string) => (await estimate({ pincode })).methods[0]?.days
  expect([await priceAt('194101'), await priceAt('190001')]).toEqual([
    { from: 8, to: 12 },
    { from: 3, to: 6 },
  ])
})

test('refuses what is no PIN code or product, and countries without delivery', async () => {
  for (const pincode of ['12345', '012345', 'abcdef', '1234567'])
    expect(await client(app).send(getDelivery, { pincode })).toMatchObject({
      status: 400,
      issues: [{ path: 'pincode', message: 'Enter a 6-digit PIN code' }],
    })
  expect(await client(app).send(getDelivery, { pincode: '999999' })).toMatchObject({
    status: 400,
    message: 'We don’t know this PIN code. Please check it.',
  })
  expect((await client(app).send(getDelivery, { country: 'FR' })).status).toBe(400)
  expect((await client(app).send(getDelivery, { productid: 999_999 })).status).toBe(404)
})
