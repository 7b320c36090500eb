import type { Updateable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#server/db/schema.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { stranger } from '#test/harness/people/account.ts'
import { findCashHistory } from './cash-history.queries.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
  await storeSettings(db, { 'payment.cod': true })
})

/** Places a cash order, makes it one with `changes`, and returns who has placed it. */
async function cashOrder(phone: string, changes: Updateable<DB['shop_order']>) {
  const placed = await order(stranger(app), {
    items: [{ productid: goods.mug, quantity: 1 }],
    paymentMethod: 'cod',
    contact: { email: `shopper${phone}@example.com`, phone },
  })
  expect(placed.status, placed.message).toBe(201)
  return db
    .updateTable('shop_order')
    .set(changes)
    .where('number', '=', placed.answer.data.number)
    .returning(['email', 'phone'])
    .executeTakeFirstOrThrow()
}

test.each([
  ['delivered', '9820011111', { delivered_at: new Date() }],
  ['neverConfirmed', '9820022222', { status: 'cancelled', confirmed_at: null, reserved_until: null }],
] as const)(
  '%s counts no order of another person with the same phone number',
  async (name, number, changes) => {
    const { email, phone } = await cashOrder(number, changes)
    const countFor = async (person: { email: string; phone: string }) =>
      (await findCashHistory(db, 1, { userId: null, ...person }))[name]
    expect(await countFor({ email, phone })).toBe(1)
    expect(await countFor({ email, phone: '' })).toBe(1)
    expect(await countFor({ email: 'somebody.else@example.com', phone })).toBe(0)
  },
)
