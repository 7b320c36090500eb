import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import type { MatrixShop } from '#test/harness/payments/matrix-order.ts'
import { endOf } from '#test/harness/payments/payment-row.ts'
import { paymentRows } from '#test/harness/payments/payment-rows.ts'
import { runRow } from '#test/harness/payments/run-row.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { fineMoods } from '#test/harness/services/payments/payment-server.ts'
import { stripePayments } from '#test/harness/services/payments/stripe-payments.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'

const servers = [
  ['stripe', await stripePayments()],
  ['razorpay', await razorpayServer()],
  ['paypal', await paypalServer()],
  ['mollie', await mollieServer()],
] as const

test('has every row at every provider where it can happen', () => {
  expect(paymentRows.length).toBeGreaterThanOrEqual(45)
  const cells = servers.flatMap(([id]) => paymentRows.filter((row) => endOf(row, id)))
  const laterRows = paymentRows.filter(({ isLater }) => isLater)
  // Razorpay takes the money at once, and Stripe decides a capture at once.
  expect(cells.length).toBeGreaterThanOrEqual(4 * paymentRows.length - 5 - laterRows.length - 2)
})

describe.each(servers)('%s', (id, server) => {
  let shop: MatrixShop
  let stop: () => Promise<void>
  beforeAll(async () => {
    const {
      app,
      db,
      stop: stopApp,
    } = await testApp({
      online: [server.provider],
      env: { RATE_LIMITS: 'off', AUTH_SECRET: authSecret },
    })
    stop = stopApp
    await db.updateTable('shop').set({ currency: server.currency }).execute()
    const goods = await makeGoods(db)
    const { browser: staff } = await staffWith(db, app, ['orders', 'refunds'])
    shop = { app, db, goods, server, staff }
  })
  afterAll(async () => {
    await stop()
    await server.stop()
  })
  afterEach(() => void Object.assign(server.mood, fineMoods()))

  const rows = paymentRows.flatMap((row) => {
    const end = endOf(row, id)
    return end ? [[row.name, row, end] as const] : []
  })

  test.each(rows)('%s', (_, row, end) => runRow(shop, row, end))

  test('makes only calls that the provider knows', () => expect(server.unknown).toEqual([]))

  test('leaves no integrity findings but what staff have to do', async () => {
    const found = await runIntegrityChecks(shop.db, { shopId: 1, locale: 'en-IN' })
    // Refunds that the provider refused or a bank rejected, and disputes.
    expect(new Set(found.map(({ check }) => check))).toEqual(
      new Set(['kept_money', 'payment_disputed', 'refund_stuck']),
    )
  })
})

/** Amounts below which a provider takes no payment, in minor units of the shop. */
const below = [
  ['stripe', servers[0][1], 49, 'Stripe takes payments from ₹0.50'],
  ['razorpay', servers[1][1], 99, 'Razorpay takes payments from ₹1.00'],
] as const

describe('below the least amount', () => {
  test.each(below)('%s says so before an order is placed', async (id, { provider }, price, message) => {
    const { app, db, stop } = await testApp({ online: [provider], env: { RATE_LIMITS: 'off' } })
    const goods = await makeGoods(db)
    await storeSettings(db, { 'shipping.free_from': 0 })
    const productid = await goods.add('Pin', { variants: [{ price, stock: 5 }] })
    const placed = await order(client(app), { items: [{ productid, quantity: 1 }], paymentMethod: id })
    await stop()
    expect(placed).toMatchObject({ status: 400, issues: [{ path: 'paymentMethod', message }] })
  })
})
