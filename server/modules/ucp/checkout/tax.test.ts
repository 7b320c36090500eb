import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, variantsOf } from '#test/harness/data/goods.ts'
import { addPlatform, callCheckout, type Body } from '#test/harness/ucp/checkout-call.ts'
import { buyer, shippingTo } from '#test/harness/ucp/buyer.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
let cup = ''
let platformId = 0
beforeAll(async () => {
  const goods = await makeGoods(db)
  const product = await goods.add('Cup', {
    gst: 1_800,
    offer: 1_000,
    variants: [{ price: 33_333, stock: 100 }],
  })
  cup = `v${(await variantsOf(db, product))[0]}`
  platformId = await addPlatform(db, 'https://agent.example/ucp.json')
})

const open = (more: object = {}) =>
  callCheckout(
    db,
    'create_checkout',
    {
      line_items: [{ item: { id: cup }, quantity: 3 }],
      buyer,
      fulfillment: shippingTo(),
      ...more,
    },
    { platformId },
  )

/** A platform must refuse a checkout whose entries do not add up. */
function expectToAddUp({ totals, line_items: lines }: Pick<Body, 'totals' | 'line_items'>): void {
  for (const entries of [totals, ...lines.map((line) => line.totals)]) {
    const total = entries.find(({ type }) => type === 'total')?.amount
    const rest = entries.filter(({ type }) => type !== 'total')
    expect(rest.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    for (const { type, amount } of rest)
      expect(type.includes('discount') ? -amount : amount).toBeGreaterThanOrEqual(0)
  }
}
const setting = (key: string, value: unknown) =>
  db
    .insertInto('setting')
    .values({ config_id: 1, key, value: JSON.stringify(value) })
    .onConflict((conflict) =>
      conflict.columns(['config_id', 'key']).doUpdateSet({ value: JSON.stringify(value) }),
    )
    .execute()

it('adds up with tax in the prices, with tax on top, with a coupon and with free delivery by one', async () => {
  const percent = await newCoupon(db, { kind: 'percent', percent: 1_500, amount: null })
  const free = await newCoupon(db, { kind: 'free_delivery', percent: null, amount: null })
  await setting('shipping.flat', 4_900)
  await setting('shipping.free_from', null)
  for (const includes of [true, false]) {
    await setting('tax.prices_include', includes)
    for (const codes of [[], [percent.code], [free.code]]) {
      const body = await open({ discounts: { codes } })
      expect(body.status, JSON.stringify(body.messages)).toBe('ready_for_complete')
      expectToAddUp(body)
      expect(body.totals.some(({ type }) => type === 'tax')).toBe(!includes)
      const applied = body.discounts!.applied
      expect(applied).toHaveLength(codes.length)
      for (const { amount, allocations } of applied)
        expect(allocations.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
      const placed = await callCheckout(
        db,
        'complete_checkout',
        { id: body.id, payment: { instruments: [{ id: 'i', handler_id: 'cod', type: 'cod' }] } },
        { platformId },
      )
      expect(placed.status).toBe('completed')
      expect(placed.totals.map(({ amount }) => amount)).toEqual(body.totals.map(({ amount }) => amount))
      expectToAddUp(placed)
    }
  }
})
