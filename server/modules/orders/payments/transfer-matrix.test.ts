import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmOrder } from '#contract/orders/admin-order.ts'
import { cancelOrder } from '#contract/orders/order.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { expireOrders } from '../order/expire-orders.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off', AUTH_SECRET: authSecret } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds'])).browser
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'payment.upi': true,
    'payment.upi_id': 'shop@upi',
  })
})

/** An order of two of five units for 2,000.00 that is paid to the account of the shop. */
async function transferOrder(paymentMethod: string) {
  const productid = await goods.add('Jar', { variants: [{ price: 100_000, stock: 5 }] })
  const visitor = client(app)
  const placed = await order(visitor, { items: [{ productid, quantity: 2 }], paymentMethod })
  const { number, accessToken } = placed.answer.data
  return {
    confirm: async () => (await staff.send(confirmOrder, { number })).status,
    cancel: async () => (await visitor.send(cancelOrder, { number, accessToken })).status,
    async expire() {
      const reserved_until = new Date(Date.now() - 1000)
      await db.updateTable('shop_order').set({ reserved_until }).where('number', '=', number).execute()
      await expireOrders(db, keyedHash(authSecret))
    },
    end: () =>
      db
        .selectFrom('shop_order')
        .select(['status', 'paid', 'refunded'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
  }
}
type TransferOrder = Awaited<ReturnType<typeof transferOrder>>

const waiting = { status: 'pending', paid: 0, refunded: 0 }
const paid = { status: 'confirmed', paid: 200_000, refunded: 0 }
const ended = { ...waiting, status: 'cancelled' }

const rows: readonly [string, object, (one: TransferOrder) => Promise<unknown>][] = [
  ['nothing happens', waiting, () => Promise.resolve()],
  ['staff see the money', paid, ({ confirm }) => confirm()],
  [
    'staff see it 4 times at once',
    paid,
    async ({ confirm }) => {
      const statuses = await Promise.all([confirm(), confirm(), confirm(), confirm()])
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    },
  ],
  ['not paid in time', ended, ({ expire }) => expire()],
  [
    'seen after the deadline',
    ended,
    async ({ expire, confirm }) => (await expire(), expect(await confirm()).toBe(409)),
  ],
  [
    'cancelled and then seen',
    ended,
    async ({ cancel, confirm }) => (await cancel(), expect(await confirm()).toBe(409)),
  ],
  [
    'seen and cancelled by the shopper',
    { ...paid, status: 'cancelled', refunded: 200_000 },
    async ({ confirm, cancel }) => (await confirm(), cancel()),
  ],
]

describe.each(['bank_transfer', 'upi'])('%s', (method) => {
  test.each(rows)('%s', async (_, end, steps) => {
    const one = await transferOrder(method)
    await steps(one)
    expect(await one.end()).toEqual(end)
  })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
