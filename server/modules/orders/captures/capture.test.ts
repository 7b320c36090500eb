import { afterAll, expect, test } from 'vitest'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { captureShop } from '#test/harness/payments/capture-shop.ts'
import { matrixOrder } from '#test/harness/payments/matrix-order.ts'

const shop = await captureShop()
const { db, server, staff } = shop
afterAll(shop.stop)

async function authorizedOrder() {
  const one = await shop.authorizedOrder()
  return {
    ...one,
    refundUnit: async (key: string) =>
      staff.send(
        refundOrder,
        { number: one.number, lines: [{ position: 0, quantity: 1 }] },
        { 'idempotency-key': `${one.number} ${key}` },
      ),
  }
}

test('staff read what is authorised, captured and left, and until when', async () => {
  const { read, ship } = await authorizedOrder()
  expect(await read()).toMatchObject({
    status: 'confirmed',
    paid: 0,
    due: 0,
    authorization: { name: 'PayPal', amount: 2000, captured: 0, left: 2000, isCapturing: false },
  })
  await ship(1)
  const { authorization, paid, payments } = await read()
  expect(authorization).toMatchObject({ amount: 2000, captured: 1000, left: 1000 })
  expect(Date.parse(authorization?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  expect(paid).toBe(1000)
  expect(payments.map(({ status, amount }) => [status, amount])).toEqual([
    ['authorized', 2000],
    ['paid', 1000],
  ])
  await ship(1)
  expect(await read()).toMatchObject({ status: 'shipped', paid: 2000, authorization: null })
})

test('a shipment that is repeated or refused takes nothing', async () => {
  const { number, ship } = await authorizedOrder()
  expect(await ship(3)).toBe('409 nothing_left_to_ship')
  expect(server.captures(number)).toEqual([])
  expect(await ship(1)).toBe(201)
  expect(server.captures(number)).toEqual([100_000])
})

test('units are refunded once the rest is taken', async () => {
  const { number, ship, refundUnit, captureNow, refund, read } = await authorizedOrder()
  expect(await refundUnit('too early')).toMatchObject({ status: 409, code: 'authorized' })
  await ship(1)
  expect(await refundUnit('not shipped')).toMatchObject({ status: 409, code: 'authorized' })
  expect(await captureNow()).toBe(200)
  expect(await refundUnit('taken')).toMatchObject({ status: 200 })
  await refund()
  expect([server.held(number), server.authorized(number)]).toEqual([100_000, 0])
  // The refund takes the unit that has not shipped.
  expect((await read()).status).toBe('shipped')
})

test('goodwill for what was taken does not end the order', async () => {
  const { number, ship, refundPart, read } = await authorizedOrder()
  await ship(1)
  await refundPart(1000)
  expect(await read()).toMatchObject({ status: 'confirmed', paid: 1000, refunded: 1000 })
  expect(await ship(1)).toBe(201)
  expect(server.captures(number)).toEqual([100_000, 100_000])
})

test('a higher total is a second payment, which is taken at once', async () => {
  const { number, read, ship, payNow, pay, event, reserved } = await authorizedOrder()
  expect((await staff.send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 3 }] })).status).toBe(200)
  expect(await read()).toMatchObject({ total: 3000, paid: 0, due: 1000 })
  expect(await ship()).toBe('409 amount_due')
  expect((await payNow()).answer.data.paymentUrl).toMatch(/^http/)
  pay()
  await event()
  expect(await read()).toMatchObject({ paid: 1000, due: 0 })
  expect(await reserved()).toBe(200_000)
  expect(await ship()).toBe(200)
  expect(await read()).toMatchObject({ status: 'shipped', paid: 3000, authorization: null })
})

test.each(['expires', 'is voided'])(
  'the rest of an authorisation that %s after a first shipment is due, and nothing ships before',
  async (end) => {
    const { number, ship, poll, read, payNow, pay, event, outcome } = await authorizedOrder()
    expect(await ship(1)).toBe(201)
    if (end === 'expires') server.expireAuthorization(number)
    else server.voidAuthorization(number)
    await poll()
    const due = { status: 'confirmed', paid: 1000, due: 1000, authorization: null }
    expect(await read()).toMatchObject(due)
    const { emails, events } = await outcome()
    expect(events).toContain('authorization_ended')
    expect(events).not.toContain('captured_elsewhere')
    expect(emails.filter((kind) => kind === 'edited')).toHaveLength(1)
    expect(await ship(1)).toBe('409 amount_due')
    await poll()
    expect(await read()).toMatchObject(due)
    expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
    expect((await payNow()).answer.data.paymentUrl).toMatch(/^http/)
    pay()
    await event()
    expect(await read()).toMatchObject({ paid: 2000, due: 0 })
    expect(await ship(1)).toBe(201)
    expect(await read()).toMatchObject({ status: 'shipped', paid: 2000, refunded: 0 })
  },
)

test('a total does not change while it is unknown what was taken', async () => {
  const { number, ship, edit, read, poll } = await authorizedOrder()
  server.mood.capture = 'lost'
  expect(await ship()).toBe('409 capture_pending')
  expect((await read()).authorization).toMatchObject({ isCapturing: true })
  expect(await edit(1)).toBe(409)
  server.mood.capture = 'fine'
  await poll()
  expect(server.captures(number)).toEqual([200_000])
})

test('a customer pays again what staff have released, and it is taken at once', async () => {
  const { number, read, release, payNow, pay, event, poll, ship } = await authorizedOrder()
  expect(await release()).toBe(200)
  expect(await release()).toBe(409)
  await poll()
  expect(server.authorized(number)).toBe(0)
  expect(await read()).toMatchObject({ status: 'confirmed', due: 2000, authorization: null })
  expect((await payNow()).answer.data.paymentUrl).toMatch(/^http/)
  pay()
  await event()
  expect(await read()).toMatchObject({ paid: 2000, due: 0 })
  expect(await ship()).toBe(200)
})

test('an order that is paid at once is not changed by the setting afterwards', async () => {
  await storeSettings(db, { 'payment.take_money': 'order' })
  const one = await matrixOrder(shop)
  await storeSettings(db, { 'payment.take_money': 'shipping' })
  await one.payAndKnow()
  expect(await one.outcome()).toMatchObject({ status: 'confirmed', paid: 200_000 })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
