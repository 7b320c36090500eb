import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOverview, getSales } from '#contract/reports/report.ts'
import { newUser, signedIn, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { newRefund, newSoldOrder } from '#test/harness/data/sold-order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>
let mug: { productId: number; variantId: number }

beforeAll(async () => {
  const goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds', 'reports', 'exports'])
  mug = { productId: goods.mug, variantId: (await variantsOf(db, goods.mug))[0]! }
})

const march = { from: '2026-03-01', to: '2026-03-31' }

describe('the overview', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  /** In India, five and a half hours ahead of UTC. */
  const hoursToMidnight = () => 24 - ((Date.now() / 3_600_000 + 5.5) % 24)
  const overview = async (days: '1' | '7' | '30') =>
    (await staff.browser.send(getOverview, { days })).answer.data

  beforeAll(async () => {
    const line = { ...mug, price: 10_000, quantity: 1 }
    const shoppers = await db
      .insertInto('shopper')
      .values([1, 2, 3].map((one) => ({ config_id: 1, visitor_hash: Buffer.alloc(32, one) })))
      .returning('id')
      .execute()
    const [first, second, third] = shoppers.map(({ id }) => id)
    const put = (shopperId: number, hours: number) =>
      db
        .insertInto('cart_line')
        .values({
          config_id: 1,
          shopper_id: shopperId,
          variant_id: mug.variantId,
          quantity: 1,
          price_at_add: 1,
          added_at: hoursAgo(hours),
        })
        .execute()
    // The first has ordered twice and has a new cart, the second has a cart, the third has one of nine days ago.
    await newSoldOrder(db, [line], { shopper_id: first!, placed_at: hoursAgo(30) })
    await newSoldOrder(db, [{ ...line, quantity: 3 }], {
      shopper_id: first!,
      placed_at: hoursAgo(50),
      status: 'delivered',
    })
    await put(first!, 20)
    await put(second!, 40)
    await put(third!, 9 * 24)
    const before = await newSoldOrder(db, [line], { placed_at: hoursAgo(10 * 24), status: 'shipped' })
    await newRefund(db, { orderId: before, beyond: 100, at: hoursAgo(48), status: 'failed' })
    // Placed after the same time a week ago and on the same day, so both periods exclude it.
    const later = Math.min(0.05, hoursToMidnight() / 2)
    await newSoldOrder(db, [line], { placed_at: hoursAgo(7 * 24 - later), status: 'shipped' })
  })

  test('compares the last days with the previous ones up to the same hour', async () => {
    expect(await overview('7')).toMatchObject({
      now: { orders: 2, sales: 400 },
      before: { orders: 1, sales: 100 },
      conversion: { shoppers: 2, ordered: 1 },
    })
    const month = await overview('30')
    expect(month.bars).toHaveLength(30)
    expect(month.now).toMatchObject({ orders: 4 })
    expect(month.bestSellers).toMatchObject([
      { productid: mug.productId, units: 6, sales: 600, image: { file: 'a.webp' } },
    ])
  })

  test('shows today by hour', async () => {
    const { bars, period } = await overview('1')
    expect(bars.map(({ name }) => name).slice(0, 2)).toEqual(['00:00', '01:00'])
    expect(bars).toHaveLength(24)
    expect(period.from).toBe(period.to)
  })

  test('counts open tasks', async () => {
    const findings = JSON.stringify([{ check: 'paid', text: 'A.', todo: 'B.', order: null }])
    await db
      .insertInto('integrity_check')
      .values({ config_id: 1, finished_at: new Date(), findings })
      .execute()
    expect(await overview('7')).toMatchObject({
      reconciliationFindings: 1,
    })
  })

  test('keeps shops apart', async () => {
    const { email } = await newUser(db, { config_id: 2, role_id: 1 })
    const elsewhere = await signedIn(app, email, 'other.example')
    expect((await elsewhere.send(getOverview, { days: '30' })).answer.data).toMatchObject({
      now: { orders: 0, sales: 0 },
      conversion: { shoppers: 0, ordered: 0 },
      bestSellers: [],
      reconciliationFindings: 0,
    })
    expect((await elsewhere.send(getSales, { ...march, by: 'product' })).answer).toMatchObject({
      data: [],
      total: 0,
    })
  })
})
