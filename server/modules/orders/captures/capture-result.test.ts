import { afterAll, afterEach, expect, test } from 'vitest'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { requireNoProblems } from '#test/harness/data/gift-card.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { captureShop } from '#test/harness/payments/capture-shop.ts'
import { fineMoods } from '#test/harness/services/payments/payment-server.ts'
import { applyCapture } from './capture-result.ts'

const shop = await captureShop()
const { app, db, server } = shop
afterAll(shop.stop)
afterEach(() => {
  Object.assign(server.mood, fineMoods())
  return requireNoProblems(db)
})

async function authorizedOrder() {
  const one = await shop.authorizedOrder()
  return {
    ...one,
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

test('a part that somebody captures at PayPal counts, and the shop takes the rest', async () => {
  const { number, poll, read, ship } = await authorizedOrder()
  server.captureElsewhere(number, 50_000)
  await poll()
  await poll()
  expect(await read()).toMatchObject({ paid: 500, due: 0, authorization: { captured: 500, left: 1500 } })
  expect(await ship()).toBe(200)
  expect(await read()).toMatchObject({ status: 'shipped', paid: 2000, authorization: null })
  expect(server.captures(number)).toEqual([50_000, 150_000])
})

test('a shipment that finds a part captured at PayPal can be shipped once the shop knows', async () => {
  const { number, poll, ship } = await authorizedOrder()
  server.captureElsewhere(number, 50_000)
  expect(await ship()).toBe('409 capture_failed')
  await poll()
  expect(await ship()).toBe(200)
  expect(server.captures(number)).toEqual([50_000, 150_000])
})

test('the last capture at PayPal asks the customer for the rest, and each capture has its id', async () => {
  const { id, number, poll, read, ship, payNow, pay, event, outcome } = await authorizedOrder()
  await ship(1)
  server.captureElsewhere(number, 30_000)
  server.captureElsewhere(number, 20_000, { isLast: true })
  await poll()
  expect(await read()).toMatchObject({ paid: 1500, due: 500, authorization: null })
  const { emails, events } = await outcome()
  expect(emails.filter((kind) => kind === 'edited')).toHaveLength(1)
  expect(events.filter((kind) => kind === 'captured_elsewhere')).toHaveLength(1)
  const rows = await db
    .selectFrom('payment')
    .select(['amount', 'charge'])
    .where('order_id', '=', id)
    .where('status', '=', 'paid')
    .orderBy('id')
    .execute()
  expect(rows.map(({ amount }) => amount)).toEqual([100_000, 30_000, 20_000])
  expect(new Set(rows.map(({ charge }) => charge)).size).toBe(3)
  expect(await ship(1)).toBe('409 amount_due')
  await payNow()
  pay()
  await event()
  expect(await read()).toMatchObject({ paid: 2000, due: 0 })
})

test('more than the order costs is counted up to its total', async () => {
  const { number, poll, read, ship } = await authorizedOrder()
  server.captureElsewhere(number, 230_000, { isLast: true })
  await poll()
  await poll()
  expect(await read()).toMatchObject({ paid: 2000, refunded: 0, due: 0, authorization: null })
  expect(await ship()).toBe(200)
})

test('a capture at PayPal that a bank has not decided yet is waited for', async () => {
  const { number, poll, read } = await authorizedOrder()
  server.captureElsewhere(number, 200_000, { isLast: true, isSlow: true })
  await poll()
  expect(await read()).toMatchObject({ paid: 0, due: 0, authorization: { left: 2000 } })
  server.captureSlowly!.end(number, true)
  await poll()
  expect(await read()).toMatchObject({ paid: 2000, due: 0, authorization: null })
})

test('a capture at PayPal after its authorisation was over counts, or is refunded', async () => {
  for (const paysAgain of [false, true]) {
    const { number, poll, read, event, payNow, pay, refund, outcome } = await authorizedOrder()
    server.voidAuthorization(number)
    await poll()
    expect(await read()).toMatchObject({ paid: 0, due: 2000, authorization: null })
    server.captureElsewhere(number, 200_000, { isLast: true })
    if (paysAgain) {
      const late = server.message('payment', number)
      await payNow()
      pay()
      await event()
      const answer = await app.inject({ method: 'POST', url: '/api/payments/paypal/webhook', ...late })
      expect(answer.statusCode).toBe(200)
      await refund()
      expect(server.held(number)).toBe(200_000)
    } else await event()
    expect(await read()).toMatchObject({ paid: 2000, refunded: 0, due: 0 })
    const { events } = await outcome()
    expect(events.includes('captured_elsewhere')).toBe(!paysAgain)
  }
})

test('money that somebody captures at PayPal before it is released is refunded with its cancelled order', async () => {
  const { number, cancel, poll, read, refund } = await authorizedOrder()
  server.captureElsewhere(number, 200_000, { isLast: true })
  expect((await cancel()).status).toBe(200)
  await poll()
  await refund()
  expect(await read()).toMatchObject({ status: 'cancelled', paid: 2000, refunded: 2000, authorization: null })
  expect(server.held(number)).toBe(0)
})

test('a part that somebody captures at PayPal before the rest is released counts', async () => {
  const { number, release, poll, read } = await authorizedOrder()
  server.captureElsewhere(number, 50_000)
  expect(await release()).toBe(200)
  await poll()
  expect(await read()).toMatchObject({ paid: 500, due: 1500, authorization: null })
})
