import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { stranger } from '#test/harness/people/account.ts'
import { findCashHistory } from './cash-history.queries.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

test('a delivery to another person with the same phone number is no delivery to this one', async () => {
  const goods = await makeGoods(db)
  await storeSettings(db, { 'payment.cod': true })
  const placed = await order(stranger(app), {
    items: [{ productid: goods.mug, quantity: 1 }],
    paymentMethod: 'cod',
  })
  expect(placed.status, placed.message).toBe(201)
  const { number } = placed.answer.data
  const { email, phone } = await db
    .updateTable('shop_order')
    .set({ delivered_at: new Date() })
    .where('number', '=', number)
    .returning(['email', 'phone'])
    .executeTakeFirstOrThrow()
  const deliveredTo = async (person: { email: string; phone: string }) =>
    (await findCashHistory(db, 1, { userId: null, ...person })).delivered
  expect(await deliveredTo({ email, phone })).toBe(1)
  expect(await deliveredTo({ email, phone: '' })).toBe(1)
  expect(await deliveredTo({ email: 'somebody.else@example.com', phone })).toBe(0)
})
