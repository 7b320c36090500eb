import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  fineMoods,
  SLOW_MS,
  type Mood,
  type PaymentServer,
} from '#test/harness/services/payments/payment-server.ts'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { stripePayments } from '#test/harness/services/payments/stripe-payments.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'
import { ProviderRefusal, type PaymentRequest } from './payment-provider.ts'

const servers: readonly PaymentServer[] = [
  await stripePayments(),
  await razorpayServer(),
  await mollieServer(),
  await paypalServer(),
]
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
afterEach(() => {
  for (const { mood } of servers) Object.assign(mood, fineMoods())
})

let orders = 0
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => `no error but ${JSON.stringify(value)}`,
    (error: unknown) => error,
  )
/** Errors after which nothing is decided. */
const unclear: readonly Mood[] = ['down', 'dead', 'slow', 'lost', 'nonsense']

describe.each(servers.map((server) => [server.provider.id, server] as const))('%s', (_, server) => {
  const { provider, mood, currency } = server

  const newRequest = (amount = 200_000): PaymentRequest => {
    const orderNumber = `ABCD-${String(++orders).padStart(4, '0')}-WXYZ`
    const page = `https://shop.example/orders/${orderNumber}?accessToken=x`
    return {
      key: `${orderNumber}:pay:1`,
      orderNumber,
      amount,
      currency,
      email: 'asha@example.com',
      placedAt: new Date(),
      reservedUntil: new Date(Date.now() + 30 * 60_000),
      isLater: false,
      successUrl: `${page}&paid=1`,
      cancelUrl: `${page}&paid=0`,
    }
  }
  async function opened() {
    const request = newRequest()
    const { reference } = await provider.open(request)
    const order = request.orderNumber
    return { order, reference, state: () => provider.getPayment(reference) }
  }
  async function paid() {
    const one = await opened()
    server.pay(one.order)
    const { charge = '' } = await one.state()
    const refund = (part: string, amount: number | undefined, isRetry = false) =>
      provider.refund({ key: `${one.order}:refund:${part}`, charge, amount, currency, isRetry })
    return { ...one, charge, refund }
  }

  test('opens one page for a key, also after a lost answer and at the same time', async () => {
    const request = newRequest()
    for (const failure of ['lost', 'nonsense'] as const) {
      mood.open = failure
      expect(await errorOf(provider.open(request))).not.toBeInstanceOf(ProviderRefusal)
    }
    mood.open = 'fine'
    const pages = await Promise.all([1, 2, 3].map(() => provider.open(request)))
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
    expect(new Set(pages.map(({ reference }) => reference)).size).toBe(1)
    expect(server.opened(request.orderNumber)).toBe(1)
    expect(await provider.getPayment(pages[0]!.reference)).toMatchObject({ state: 'open', charge: undefined })
  })

  test('opens a page without an email address', async () => {
    const { url } = await provider.open({ ...newRequest(), email: '' })
    expect(url).toMatch(/^http/)
  })

  test('reports exactly what was paid', async () => {
    const { state, charge } = await paid()
    expect(charge).not.toBe('')
    expect(await state()).toMatchObject({ state: 'paid', amount: 200_000, currency, charge })
    const other = await opened()
    server.pay(other.order, { amount: 150 })
    expect(await other.state()).toMatchObject({ state: 'paid', amount: 150, currency })
  })

  test('a page that reaches its end was not paid', async () => {
    const { order, state } = await opened()
    server.expire(order)
    expect(await state()).toMatchObject({ state: 'failed' })
  })

  test('closes a page, but not a payment', async () => {
    const one = await opened()
    expect(await provider.close(one.reference)).toMatchObject({
      state: server.closesPages ? 'failed' : 'open',
    })
    // The page of PayPal stays, but the shop takes nothing there.
    if (provider.id !== 'paypal') expect(server.isOpen(one.order)).toBe(!server.closesPages)
    if (!server.closesPages) server.expire(one.order)
    expect(await provider.close(one.reference)).toMatchObject({ state: 'failed' })
    const other = await paid()
    expect(await provider.close(other.reference)).toMatchObject({ state: 'paid', amount: 200_000 })
    const slow = await opened()
    server.payLater(slow.order)
    expect(await provider.close(slow.reference)).toMatchObject({ state: 'processing' })
    server.settle(slow.order, true)
    expect(await slow.state()).toMatchObject({ state: 'paid', amount: 200_000, charge: expect.any(String) })
    const failing = await opened()
    server.payLater(failing.order)
    await provider.close(failing.reference)
    server.settle(failing.order, false)
    expect(await failing.state()).toMatchObject({ state: 'failed' })
  })

  test('refunds in parts, the rest and not more', async () => {
    const { order, refund } = await paid()
    expect(await refund('1', 50_000)).toMatchObject({ state: 'done' })
    expect(await refund('2', 70_000)).toMatchObject({ state: 'done' })
    expect(await errorOf(refund('3', 90_000))).toBeInstanceOf(ProviderRefusal)
    expect(await refund('4', undefined)).toMatchObject({ state: 'done' })
    expect(server.held(order)).toBe(0)
    expect(server.refunds(order).map(({ amount }) => amount)).toEqual([50_000, 70_000, 80_000])
  })

  test('refunds once per key, also after a lost answer and when the provider has forgotten the key', async () => {
    const { order, refund } = await paid()
    for (const failure of unclear) {
      mood.refund = failure
      const error = await errorOf(refund(failure, 10_000))
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(ProviderRefusal)
      server.forgetKeys()
      mood.refund = 'fine'
      const first = await refund(failure, 10_000, true)
      expect(await refund(failure, 10_000, true)).toEqual(first)
    }
    expect(server.refunds(order)).toHaveLength(unclear.length)
    expect(server.held(order)).toBe(200_000 - 10_000 * unclear.length)
  })

  test('follows a refund until a bank has sent or rejected it', async () => {
    server.refundsBegin('processing')
    const { order, refund } = await paid()
    const { reference, state, reason } = await refund('1', 50_000)
    expect({ state, reason }).toEqual({ state: 'processing', reason: expect.any(String) })
    server.endRefund(order, true)
    expect(await provider.getRefund(reference)).toEqual({ reference, state: 'done' })
    const second = await refund('2', 50_000)
    server.endRefund(order, false)
    expect(await provider.getRefund(second.reference)).toMatchObject({
      reference: second.reference,
      state: 'failed',
      reason: expect.any(String),
    })
    server.refundsBegin('done')
  })

  test('a refusal is final, every other failure is not', async () => {
    const { reference } = await opened()
    mood.open = 'no'
    mood.refund = 'no'
    expect(await errorOf(provider.open(newRequest()))).toBeInstanceOf(ProviderRefusal)
    for (const failure of unclear) {
      Object.assign(mood, { open: failure, look: failure, close: failure })
      const calls = [provider.open(newRequest()), provider.getPayment(reference), provider.close(reference)]
      for (const error of await Promise.all(calls.map(errorOf))) {
        expect(error).toBeInstanceOf(Error)
        expect(error).not.toBeInstanceOf(ProviderRefusal)
      }
    }
  })

  test('gives up on a slow provider in time', async () => {
    const { reference } = await opened()
    Object.assign(mood, { look: 'slow', close: 'slow' })
    const started = performance.now()
    await errorOf(provider.close(reference))
    // Two calls at most, with the pause before Stripe's second one.
    expect(performance.now() - started).toBeLessThan(2 * SLOW_MS + 1500)
  })

  test('reads its messages, and nobody else’s', async () => {
    const { order, reference } = await opened()
    const read = ({ payload, headers }: ReturnType<PaymentServer['message']>) =>
      provider.parseEvent(Buffer.from(payload), headers)
    const event = await read(server.message('payment', order, { id: 'evt_0001' }))
    expect(event).toMatchObject({ reference, eventId: expect.any(String), kind: expect.any(String) })
    server.pay(order)
    const { charge = '' } = await provider.getPayment(reference)
    const refund = await provider.refund({
      key: `${order}:refund:1`,
      charge,
      amount: 100,
      currency,
      isRetry: false,
    })
    const aboutRefund = await read(server.message('refund', order))
    const aboutPayment = await provider.getPayment(reference)
    expect([...(aboutRefund?.refunds ?? []), ...(aboutPayment.refunds ?? [])]).toContain(refund.reference)
    if (provider.id === 'mollie') return
    expect(await read(server.message('payment', order, { isForeign: true }))).toBeUndefined()
    const { payload, headers } = server.message('payment', order)
    expect(await read({ payload: `${payload} `, headers })).toBeUndefined()
    expect(await read({ payload, headers: {} })).toBeUndefined()
  })

  test('reports a dispute and its end', async () => {
    for (const isWon of [true, false]) {
      const { order, reference } = await paid()
      server.dispute(order)
      const { payload, headers } = server.message('dispute', order)
      const event = await provider.parseEvent(Buffer.from(payload), headers)
      const { disputes = [] } = await provider.getPayment(reference)
      const [dispute = ''] = [...(event?.disputes ?? []), ...disputes]
      const begun = await provider.getDispute(dispute)
      expect(begun).toMatchObject({ payment: reference, amount: 200_000, currency })
      // At Mollie the bank takes the money at once.
      expect(begun.state).toBe(provider.id === 'mollie' ? 'lost' : 'open')
      server.decideDispute(order, isWon)
      expect(await provider.getDispute(dispute)).toMatchObject({ state: isWon ? 'won' : 'lost' })
    }
  })

  test('names the account, unless it is unreachable', async () => {
    expect(await provider.identify()).toEqual({ mode: 'test', name: expect.stringMatching(/./) })
    for (const failure of ['down', 'dead', 'slow', 'nonsense'] as const) {
      mood.look = failure
      const error = await errorOf(provider.identify())
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(ProviderRefusal)
    }
  })

  test('never makes a call that the provider does not know', () => expect(server.unknown).toEqual([]))
})
