import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '#test/harness/app/app.ts'
import { requireNoProblems } from '#test/harness/data/gift-card.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { matrixOrder, type MatrixShop } from '#test/harness/payments/matrix-order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { fineMoods } from '#test/harness/services/payments/payment-server.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { applyCapture } from './capture-result.ts'

const server = await paypalServer()
const { app, db, stop } = await testApp({
  online: [server.provider],
  env: { RATE_LIMITS: 'off', AUTH_SECRET: authSecret },
})
afterAll(() => Promise.all([stop(), server.stop()]))

let shop: MatrixShop
beforeAll(async () => {
  await db.updateTable('shop').set({ currency: 'EUR' }).execute()
  const goods = await makeGoods(db)
  const { browser: staff } = await staffWith(db, app, ['orders', 'refunds'])
  shop = { app, db, goods, server, staff }
  await storeSettings(db, { 'payment.take_money': 'shipping' })
})
afterEach(() => {
  Object.assign(server.mood, fineMoods())
  return requireNoProblems(db)
})

/** An order of two units for 2,000.00 whose payment is authorised. */
async function authorizedOrder() {
  const one = await matrixOrder(shop)
  await one.payAndKnow()
  return {
    ...one,
    read: async () => (await shop.staff.send(getAdminOrder, { number: one.number })).answer.data,
    /** The capture of all that was authorised, which the provider has made and whose answer was lost. */
    async loseCapture() {
      server.mood.capture = 'lost'
      expect(await one.ship()).toBe('409 capture_pending')
      server.mood.capture = 'fine'
      const row = await db
        .selectFrom('payment')
        .selectAll()
        .where('order_id', '=', one.id)
        .where('status', '=', 'capturing')
        .executeTakeFirstOrThrow()
      const charge = server.chargeOf(one.number)
      /** A report about it arrives. */
      return (state: 'done' | 'failed') =>
        applyCapture(db, keyedHash(authSecret), row, {
          state,
          charge: state === 'done' ? charge : undefined,
        })
    },
  }
}

test('a capture that is done after a refusal was reported counts once', async () => {
  const { loseCapture, read, ship } = await authorizedOrder()
  const hear = await loseCapture()
  await hear('failed')
  expect(await read()).toMatchObject({ paid: 0 })
  await hear('done')
  await hear('done')
  await hear('failed')
  expect(await read()).toMatchObject({ paid: 2000, due: 0, authorization: null })
  expect(await ship()).toBe(200)
})

test('a capture that a poll has counted before its answer counts once', async () => {
  const { loseCapture, read, poll } = await authorizedOrder()
  const hear = await loseCapture()
  await hear('failed')
  await poll()
  expect(await read()).toMatchObject({ paid: 2000, due: 0, authorization: null })
  await hear('done')
  expect(await read()).toMatchObject({ paid: 2000, refunded: 0 })
})

test('a capture that is done after its order was due again is counted, or refunded if the customer has paid again', async () => {
  for (const paysAgain of [false, true]) {
    const { number, ship, read, poll, payNow, pay, event, refund, loseCapture } = await authorizedOrder()
    server.captureSlowly!.begin('processing')
    const hear = await loseCapture()
    server.captureSlowly!.begin('done')
    server.captureSlowly!.end(number, false)
    await hear('failed')
    await poll()
    expect(await read()).toMatchObject({ paid: 0, due: 2000, authorization: null })
    server.captureSlowly!.end(number, true)
    if (paysAgain) {
      await payNow()
      pay()
      await event()
    }
    await hear('done')
    await hear('done')
    await refund()
    expect(await read()).toMatchObject({ paid: 2000, refunded: 0, due: 0 })
    expect(server.held(number)).toBe(200_000)
    expect(await ship()).toBe(200)
  }
})
