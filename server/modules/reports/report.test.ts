import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportSales, getSales, type SalesKind, type SalesRow } from '#contract/reports/report.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { newRefund, newSoldOrder } from '#test/harness/data/sold-order.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>
let goods: Goods
let mug: { productId: number; variantId: number }
let lamps: (typeof mug)[]
let coupon: { id: number; code: string }

beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds', 'reports', 'exports'])
  mug = { productId: goods.mug, variantId: (await variantsOf(db, goods.mug))[0]! }
  lamps = goods.lampVariants.map((variantId) => ({ productId: goods.lamp, variantId }))
  coupon = await newCoupon(db)
})

const sales = async (input: object) => (await staff.browser.send(getSales, input)).answer
const download = (query: Record<string, string>) =>
  app.inject({
    url: `/api/${exportSales.path}`,
    query,
    cookies: Object.fromEntries(staff.browser.cookies),
  })
const march = { from: '2026-03-01', to: '2026-03-31' }

/** Minor units, so that sums are exact. */
const minor = (major: number) => Math.round(major * 100)
const together = (rows: readonly SalesRow[], field: 'ordered' | 'coupon' | 'refunds' | 'sales' | 'before') =>
  rows.reduce((sum, row) => sum + minor(row[field]), 0)

describe('sales of March', () => {
  beforeAll(async () => {
    const line = { ...mug, price: 50_000, quantity: 2 }
    // At that time it is already the second in India.
    await newSoldOrder(db, [line], { placed_at: '2026-03-01T20:00:00Z', shipping: 9_900 })
    const withCoupon = await newSoldOrder(
      db,
      [
        { ...mug, price: 50_000, quantity: 1, coupon: 3_333 },
        { ...lamps[0]!, price: 100_000, quantity: 3 },
      ],
      { placed_at: '2026-03-05T10:00:00Z', coupon_id: coupon.id, coupon_code: coupon.code },
    )
    await newRefund(db, {
      orderId: withCoupon,
      lines: { 1: 100_000 },
      beyond: 500,
      at: '2026-03-31T10:00:00Z',
    })
    await newRefund(db, {
      orderId: withCoupon,
      lines: { 0: 46_667 },
      at: '2026-03-31T10:00:00Z',
      status: 'failed',
    })
    // The refund of a double payment never counts.
    await newRefund(db, { orderId: withCoupon, beyond: 5_000, at: '2026-03-31T10:00:00Z', currency: 'INR' })
    const old = await newSoldOrder(db, [line], { placed_at: '2026-02-10T10:00:00Z' })
    await newRefund(db, { orderId: old, lines: { 0: 10_000 }, at: '2026-03-07T10:00:00Z' })
    // None of these is a sale.
    const cancelled = await newSoldOrder(db, [line], {
      placed_at: '2026-03-06T10:00:00Z',
      status: 'cancelled',
    })
    await newRefund(db, { orderId: cancelled, lines: { 0: 10_000 }, at: '2026-03-06T10:00:00Z' })
    const waiting = { status: 'pending', reserved_until: new Date() }
    await newSoldOrder(db, [line], { placed_at: '2026-03-06T10:00:00Z', ...waiting })
    await newSoldOrder(db, [line], { placed_at: '2026-03-06T10:00:00Z', status: 'returned', paid: 0 })
    await newSoldOrder(db, [line], { placed_at: '2026-03-06T10:00:00Z', currency: 'USD' })
  })

  test('count confirmed orders minus the refunds of March', async () => {
    const report = await sales(march)
    expect(report).toMatchObject({
      currency: 'INR',
      period: march,
      periodBefore: { from: '2026-01-29', to: '2026-02-28' },
      now: { orders: 2, ordered: 4565.67, coupon: 33.33, refunds: 1105, sales: 3460.67 },
      before: { orders: 1, ordered: 1000, refunds: 0, sales: 1000 },
      elsewhere: 1,
      total: 31,
    })
    expect(report.data[0]).toMatchObject({ name: '2026-03-31', orders: 0, refunds: 1005, sales: -1005 })
    expect(report.bars.filter(({ sales: sold }) => sold !== 0)).toEqual([
      { name: '2026-03-02', sales: 1099, before: 0 },
      { name: '2026-03-05', sales: 3466.67, before: 0 },
      { name: '2026-03-07', sales: -100, before: 0 },
      { name: '2026-03-31', sales: -1005, before: 0 },
    ])
    // The 13th of these 31 days corresponds to the 10th of February.
    expect(report.bars[12]).toEqual({ name: '2026-03-13', sales: 0, before: 1000 })
  })

  test('are grouped by product, category and coupon', async () => {
    const rest = 'Shipping and other refunds'
    expect((await sales({ ...march, by: 'product' })).data).toMatchObject([
      {
        name: 'Lamp',
        id: goods.lamp,
        orders: null,
        units: 3,
        ordered: 3000,
        refunds: 1000,
        sales: 2000,
        before: 0,
      },
      {
        name: 'Stoneware mug',
        orders: null,
        units: 3,
        ordered: 1466.67,
        coupon: 33.33,
        refunds: 100,
        before: 1000,
      },
      { name: rest, id: null, units: 0, ordered: 99, refunds: 5, sales: 94 },
    ])
    expect((await sales({ ...march, by: 'category' })).data).toMatchObject([
      { name: 'Home', orders: null, units: 6, sales: 3366.67, before: 1000 },
      { name: rest, sales: 94 },
    ])
    expect((await sales({ ...march, by: 'coupon' })).data).toMatchObject([
      {
        name: coupon.code,
        id: coupon.id,
        orders: 1,
        units: null,
        ordered: 3466.67,
        coupon: 33.33,
        refunds: 1005,
      },
      { name: 'No coupon', id: null, orders: 1, ordered: 1099, refunds: 100, before: 1000 },
    ])
  })

  test.each([
    ['name', ['Lamp', 'Shipping and other refunds', 'Stoneware mug']],
    ['name_desc', ['Stoneware mug', 'Shipping and other refunds', 'Lamp']],
    ['sales', ['Shipping and other refunds', 'Stoneware mug', 'Lamp']],
    ['units', ['Shipping and other refunds', 'Lamp', 'Stoneware mug']],
  ])('are sorted by %s, by page', async (sort, names) => {
    const query = { ...march, by: 'product', sort }
    expect((await sales(query)).data.map(({ name }) => name)).toEqual(names)
    const second = await sales({ ...query, page: 2, limit: 2 })
    expect(second.data.map(({ name }) => name)).toEqual(names.slice(2))
    expect(second.total).toBe(3)
  })

  test('sort days by sales', async () => {
    const { data } = await sales({ ...march, sort: 'sales_desc', limit: 2 })
    expect(data.map(({ name }) => name)).toEqual(['2026-03-05', '2026-03-02'])
  })

  test('are exported as CSV in which no name runs as a formula', async () => {
    await goods.change(goods.lamp, { name: '=HYPERLINK("x"), "Lamp"' })
    const file = await download({ ...march, by: 'product' })
    await goods.change(goods.lamp, { name: 'Lamp' })
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('"sales-by-product_2026-03-01_2026-03-31.csv"'),
    })
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFFProduct,Units,Ordered (INR),Coupons (INR),Refunded (INR),Sales (INR),Previous sales (INR)',
      `"'=HYPERLINK(""x""), ""Lamp""",3,3000.00,0.00,1000.00,2000.00,0.00`,
      'Stoneware mug,3,1466.67,33.33,100.00,1366.67,1000.00',
      'Shipping and other refunds,0,99.00,0.00,5.00,94.00,0.00',
      '',
    ])
    const days = (await download({ ...march, sort: 'name' })).body
    expect(days.split('\r\n')[31]).toBe('2026-03-31,0,0.00,0.00,1005.00,-1005.00,0.00')
  })

  test.each([
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2024-01-01', to: '2026-03-01' },
    { from: '2026-02-30' },
    { by: 'hour' },
    { sort: 'before' },
  ])('refuses %j', async (wrong) => {
    expect(await staff.browser.send(getSales, wrong)).toMatchObject({ status: 400 })
  })
})

test('every report adds up to the orders for random orders and refunds', async () => {
  const random = seeded(11)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  // July in the time zone of India.
  const inJuly = (at: Date) => at >= new Date('2025-06-30T18:30:00Z') && at < new Date('2025-07-31T18:30:00Z')
  const expected = { ordered: 0, coupon: 0, refunds: 0 }
  const day = (first: number, days: number) =>
    new Date(Date.UTC(2025, first, 1 + upTo(days), upTo(23), upTo(59)))
  for (let count = 0; count < 60; count++) {
    const lines = [mug, ...lamps].slice(0, 1 + upTo(2)).map((line) => {
      const price = 1 + upTo(99_999)
      const quantity = 1 + upTo(4)
      return { ...line, price, quantity, coupon: upTo(1) * upTo(price) }
    })
    const used = upTo(1) === 1 && { coupon_id: coupon.id, coupon_code: coupon.code }
    const status = ['confirmed', 'shipped', 'delivered', 'refunded', 'returned', 'cancelled'][upTo(5)]!
    const shipping = upTo(1) * upTo(9_999)
    const placedAt = day(5, 60)
    const orderId = await newSoldOrder(db, lines, { placed_at: placedAt, status, shipping, ...used })
    const goodsTotal = lines.reduce(
      (sum, { price, quantity, coupon: off }) => sum + price * quantity - off,
      0,
    )
    if (status !== 'cancelled' && inJuly(placedAt)) {
      expected.ordered += goodsTotal + shipping
      expected.coupon += lines.reduce((sum, line) => sum + line.coupon, 0)
    }
    const refunds = lines.map(({ price, quantity, coupon: off }) => upTo(price * quantity - off))
    const beyond = upTo(shipping)
    const refundedAt = day(6, 60)
    await newRefund(db, {
      orderId,
      lines: Object.fromEntries(refunds.entries()),
      beyond: beyond + 1,
      at: refundedAt,
    })
    if (status !== 'cancelled' && inJuly(refundedAt))
      expected.refunds += refunds.reduce((sum, one) => sum + one, beyond + 1)
  }
  const july = { from: '2025-07-01', to: '2025-07-31', limit: 100 }
  const reports = await Promise.all(
    (['day', 'product', 'category', 'coupon', 'source'] satisfies SalesKind[]).map((by) =>
      sales({ ...july, by }),
    ),
  )
  for (const { data, now, before } of reports) {
    expect(together(data, 'ordered')).toBe(expected.ordered)
    expect(together(data, 'coupon')).toBe(expected.coupon)
    expect(together(data, 'refunds')).toBe(expected.refunds)
    expect(together(data, 'sales')).toBe(expected.ordered - expected.refunds)
    expect(minor(now.sales)).toBe(expected.ordered - expected.refunds)
    expect(together(data, 'before')).toBe(minor(before.sales))
    expect(expected.refunds).toBeGreaterThan(0)
  }
})

/** The same numbers from 0 to 1 in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
