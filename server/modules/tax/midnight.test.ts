import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { randomNumbers } from '#test/harness/data/catalog.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let productid: number
beforeAll(async () => {
  const goods = await makeGoods(db)
  productid = await goods.add('Shirt', { taxClass: 'apparel', variants: [{ price: 210_000, stock: 1_000 }] })
})
afterAll(async () => {
  vi.useRealTimers()
  await stop()
})

test('100 orders around midnight keep the rate of the day that they carry', async () => {
  const random = randomNumbers(23)
  // The new rates begin on 22 September 2025 in India, the time zone of the shop.
  const midnight = Date.parse('2025-09-21T18:30:00Z')
  const offsets = [
    -1000,
    -1,
    0,
    999,
    ...Array.from({ length: 96 }, () => Math.round((random() - 0.5) * 20_000)),
  ]
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const offset of offsets) {
    vi.setSystemTime(midnight + offset)
    expect((await order(client(app), { items: [{ productid }] })).status).toBe(201)
  }
  const rows = await db
    .selectFrom('order_line')
    .innerJoin('shop_order', (join) =>
      join
        .onRef('shop_order.config_id', '=', 'order_line.config_id')
        .onRef('shop_order.id', '=', 'order_line.order_id'),
    )
    .select(['placed_at', 'tax_rate', 'order_line.tax'])
    .execute()
  expect(rows).toHaveLength(100)
  const wrong = rows.filter(({ placed_at: at, tax_rate: rate, tax }) =>
    at.getTime() < midnight ? rate !== 120_000 || tax !== 22_500 : rate !== 50_000 || tax !== 10_000,
  )
  expect(wrong).toEqual([])
  expect(rows.filter(({ tax_rate: rate }) => rate === 120_000).length).toBeGreaterThan(30)
}, 60_000)
