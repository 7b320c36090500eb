import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { fineMoods, type Mood, type PaymentServer } from '#test/harness/services/payments/payment-server.ts'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'
import { stripePayments } from '#test/harness/services/payments/stripe-payments.ts'

const servers: readonly PaymentServer[] = [await stripePayments(), await paypalServer(), await mollieServer()]
const razorpay = await razorpayServer()
afterAll(() => Promise.all([...servers, razorpay].map(({ stop }) => stop())))
afterEach(() => {
  for (const { mood } of servers) Object.assign(mood, fineMoods())
})

let orders = 0
async function opened({ provider, currency }: PaymentServer, isLater = true) {
  const order = `ABCD-${String(++orders).padStart(4, '0')}-CAPT`
  const page = `https://shop.example/orders/${order}`
  const { reference } = await provider.open({
    key: `${order}:pay:1`,
    orderNumber: order,
    amount: 200_000,
    currency,
    email: '',
    placedAt: new Date(),
    reservedUntil: new Date(Date.now() + 30 * 60_000),
    isLater,
    successUrl: page,
    cancelUrl: page,
  })
  return { order, reference }
}

test('Razorpay takes the money of a payment link at once', async () => {
  expect(razorpay.provider.later).toBeUndefined()
  const { order, reference } = await opened(razorpay)
  razorpay.pay(order)
  expect(await razorpay.provider.getPayment(reference)).toMatchObject({ state: 'paid', amount: 200_000 })
})

describe.each(servers.map((server) => [server.provider.id, server] as const))('%s', (id, server) => {
  const { provider, mood, currency } = server
  const later = provider.later!

  async function authorized() {
    const { order, reference } = await opened(server)
    server.pay(order)
    const found = await provider.getPayment(reference)
    const authorization = found.charge ?? ''
    const capture = (part: string, amount: number, { isLast = true, isRetry = false } = {}) =>
      later.capture({
        key: `${order}:capture:${part}`,
        reference,
        authorization,
        amount,
        currency,
        isLast,
        isRetry,
      })
    return { order, reference, found, authorization, capture, state: () => provider.getPayment(reference) }
  }

  test('reserves the money until a moment, and takes none', async () => {
    const { order, found } = await authorized()
    expect(found).toMatchObject({ state: 'authorized', amount: 200_000, currency })
    expect(found.expiresAt!.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect([server.held(order), server.authorized(order)]).toEqual([0, 200_000])
  })

  test('takes the money at once if it is not asked to wait', async () => {
    const { order, reference } = await opened(server, false)
    server.pay(order)
    expect(await provider.getPayment(reference)).toMatchObject({ state: 'paid', amount: 200_000 })
    expect(server.held(order)).toBe(200_000)
  })

  test('captures all, and refunds it', async () => {
    const { order, capture, state } = await authorized()
    const { state: how, charge = '' } = await capture('1', 200_000)
    expect([how, server.held(order), server.authorized(order)]).toEqual(['done', 200_000, 0])
    expect(await state()).toMatchObject({ state: 'paid', amount: 200_000 })
    await provider.refund({ key: `${order}:refund`, charge, amount: 50_000, currency, isRetry: false })
    expect(server.held(order)).toBe(150_000)
  })

  test('captures less, and gives the rest back', async () => {
    const { order, authorization, capture, state } = await authorized()
    expect((await capture('1', 120_000)).state).toBe('done')
    await later.release(authorization)
    expect([server.held(order), server.authorized(order)]).toEqual([120_000, 0])
    expect(await state()).toMatchObject({ state: 'paid', amount: 120_000 })
  })

  test('captures in parts only where the provider takes them', async () => {
    const { order, capture, state } = await authorized()
    const first = await capture('1', 80_000, { isLast: false })
    const second = await capture('2', 120_000)
    expect([first.state, second.state]).toEqual(['done', later.captures === 'parts' ? 'done' : 'failed'])
    expect(server.captures(order)).toEqual(later.captures === 'parts' ? [80_000, 120_000] : [80_000])
    expect((await state()).state).toBe('paid')
    if (second.state === 'failed') expect(second.reason).toMatch(new RegExp(id, 'i'))
    else expect(first.charge).not.toBe(second.charge)
  })

  test.each<Mood>(['down', 'dead', 'lost', 'nonsense'])(
    'captures once although it is %s',
    async (failure) => {
      const { order, capture } = await authorized()
      mood.capture = failure
      await expect(capture('1', 120_000)).rejects.toThrow()
      mood.capture = 'fine'
      server.forgetKeys()
      const again = await Promise.all([1, 2].map(() => capture('1', 120_000, { isRetry: true })))
      expect(again.map(({ state }) => state)).toEqual(['done', 'done'])
      expect(server.captures(order)).toEqual([120_000])
    },
  )

  test('captures once at the same time', async () => {
    const { order, capture } = await authorized()
    await Promise.all([1, 2, 3].map(() => capture('1', 120_000)))
    expect(server.captures(order)).toEqual([120_000])
  })

  test('says why it does not capture', async () => {
    const { order, capture, state } = await authorized()
    server.expireAuthorization(order)
    const { state: how, reason } = await capture('1', 200_000)
    expect(how).toBe('failed')
    expect(reason).toMatch(new RegExp(id, 'i'))
    expect(await state()).toMatchObject({ state: 'failed' })
    expect(server.held(order)).toBe(0)
  })

  test('releases once, and nothing is captured afterwards', async () => {
    const { order, authorization, capture, state } = await authorized()
    for (const failure of ['down', 'dead', 'nonsense'] as const) {
      mood.release = failure
      await expect(later.release(authorization)).rejects.toThrow()
    }
    mood.release = 'fine'
    await later.release(authorization)
    await later.release(authorization)
    expect(await state()).toMatchObject({ state: 'failed' })
    expect((await capture('1', 200_000)).state).toBe('failed')
    expect([server.held(order), server.authorized(order)]).toEqual([0, 0])
  })

  const slowBanks = server.captureSlowly
    ? [true, false].map((worked) => [worked, server.captureSlowly!] as const)
    : []
  test.each(slowBanks)('waits for a slow bank, which pays: %s', async (worked, slowly) => {
    slowly.begin('processing')
    const { order, capture } = await authorized()
    expect((await capture('1', 200_000)).state).toBe('processing')
    slowly.begin('done')
    slowly.end(order, worked)
    expect((await capture('1', 200_000, { isRetry: true })).state).toBe(worked ? 'done' : 'failed')
    expect(server.captures(order)).toEqual(worked ? [200_000] : [])
  })

  test('makes only calls that the provider knows', () => expect(server.unknown).toEqual([]))
})
