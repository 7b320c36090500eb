import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refused, rememberedAnswers, type Asked, type Reply, type Route } from './payment-server.ts'

// Follows https://docs.mollie.com/reference/ (Payments, Refunds, Chargebacks, Profiles API) as of June 2026: unknown fields, keys
// that are no UUID, a wrong number of decimals and actions in the wrong state are refused.

export const mollieKeys = {
  apiKey: 'test_ofTheTests',
  webhookUrl: 'https://shop.example/api/payments/mollie/webhook',
}

interface Money {
  currency: string
  value: string
}

export interface MolliePayment {
  id: string
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'failed'
  captureMode: 'automatic' | 'manual'
  /** Once it is authorised. */
  captureBefore?: string
  amount: Money
  redirectUrl: string
  metadata: { order: string; key: string }
  /** Only a bank transfer can be cancelled while it waits. */
  isCancelable: boolean
}

interface Capture {
  resource: 'capture'
  id: string
  paymentId: string
  amount: Money
  metadata: { key: string }
  status: 'pending' | 'succeeded' | 'failed'
}

interface Refund {
  resource: 'refund'
  id: string
  paymentId: string
  amount: Money
  metadata: { key: string }
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed'
}

export interface Chargeback {
  resource: 'chargeback'
  id: string
  paymentId: string
  amount: Money
  reason: { code: string; description: string }
  reversedAt: string | null
}

const money = z.strictObject({ currency: z.string().length(3), value: z.string().regex(/^\d+\.\d\d$/) })

const newPayment = z.strictObject({
  amount: money,
  description: z.string().min(1).max(255),
  redirectUrl: z.url(),
  cancelUrl: z.url(),
  webhookUrl: z.url(),
  captureMode: z.enum(['automatic', 'manual']).optional(),
  metadata: z.strictObject({ order: z.string(), key: z.string() }),
})

const newRefund = z.strictObject({ amount: money, metadata: z.strictObject({ key: z.string() }) })

const newCapture = z.strictObject({ amount: money, metadata: z.strictObject({ key: z.string() }) })

export const newId = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`

export const refuse = (status: number, title: string, detail: string) =>
  new Refused(status, { status, title, detail, _links: { documentation: { href: '…', type: 'text/html' } } })

function read<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  const result = schema.safeParse(JSON.parse(body))
  if (result.success) return result.data
  throw refuse(422, 'Unprocessable Entity', `The request is invalid: ${result.error.issues[0]?.message}`)
}

export const cents = ({ value }: Money): number => Math.round(Number(value) * 100)
export const euros = (amount: number): string => (amount / 100).toFixed(2)

/**
 * The state of a Mollie profile, and what its API does with it. `pageOf` is the address of a payment page. Shops on this machine
 * (`isNear`) have no address for messages.
 */
export function mollieAccount(pageOf: (payment: string) => string, isNear: boolean) {
  const payments: MolliePayment[] = []
  const refunds: Refund[] = []
  const chargebacks: Chargeback[] = []
  const captures: Capture[] = []
  /** The first status of new captures. */
  const capturesBegin: Pick<Capture, 'status'> = { status: 'succeeded' }
  /** The first status of new refunds. */
  const begins: Pick<Refund, 'status'> = { status: 'refunded' }
  const answered = rememberedAnswers(() =>
    refuse(400, 'Bad Request', 'The idempotency key has another request'),
  )

  const find = <T extends { id: string }>(all: readonly T[], id: string, isOk = true): T => {
    const found = all.find((one) => one.id === id)
    if (!found || !isOk) throw refuse(404, 'Not Found', `No resource exists with token ${id}.`)
    return found
  }
  const latest = (order: string): MolliePayment => {
    const payment = payments.filter(({ metadata }) => metadata.order === order).at(-1)
    if (!payment) throw new Error(`Nothing was opened for ${order}`)
    return payment
  }
  const refundsOf = (id: string) => refunds.filter(({ paymentId }) => paymentId === id)
  const capturesOf = (id: string) => captures.filter(({ paymentId }) => paymentId === id)
  const capturedOf = (id: string) =>
    capturesOf(id)
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, one) => sum + cents(one.amount), 0)
  const leftOf = ({ id, amount, captureMode }: MolliePayment) =>
    (captureMode === 'manual' ? capturedOf(id) : cents(amount)) -
    refundsOf(id)
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, one) => sum + cents(one.amount), 0)

  const shown = (payment: MolliePayment, embed: string | null = null): object => ({
    resource: 'payment',
    mode: 'test',
    ...payment,
    ...(payment.status === 'paid' && {
      amountRemaining: { currency: payment.amount.currency, value: euros(leftOf(payment)) },
    }),
    ...(capturedOf(payment.id) > 0 && {
      amountCaptured: { currency: payment.amount.currency, value: euros(capturedOf(payment.id)) },
    }),
    _links: payment.status === 'open' ? { checkout: { href: pageOf(payment.id), type: 'text/html' } } : {},
    ...(embed === 'refunds,chargebacks' && {
      _embedded: {
        refunds: refundsOf(payment.id),
        chargebacks: chargebacks.filter(({ paymentId }) => paymentId === payment.id),
      },
    }),
  })

  function open(body: string): Reply {
    const {
      amount,
      redirectUrl,
      metadata,
      captureMode = 'automatic',
    } = read(isNear ? newPayment.omit({ webhookUrl: true }) : newPayment, body)
    if (cents(amount) < 1) throw refuse(422, 'Unprocessable Entity', 'The amount is lower than the minimum')
    const payment: MolliePayment = {
      id: newId('tr'),
      status: 'open',
      captureMode,
      amount,
      redirectUrl,
      metadata,
      isCancelable: false,
    }
    payments.push(payment)
    return { status: 201, body: shown(payment) }
  }

  function refund(payment: MolliePayment, body: string): Reply {
    const { amount, metadata } = read(newRefund, body)
    if (payment.status !== 'paid') throw refuse(422, 'Unprocessable Entity', 'The payment is not paid')
    if (cents(amount) > leftOf(payment) || cents(amount) === 0)
      throw refuse(422, 'Unprocessable Entity', 'The amount is higher than the maximum')
    const made: Refund = {
      resource: 'refund',
      id: newId('re'),
      paymentId: payment.id,
      amount,
      metadata,
      ...begins,
    }
    refunds.push(made)
    return { status: 201, body: made }
  }

  function capture(payment: MolliePayment, body: string): Reply {
    const { amount, metadata } = read(newCapture, body)
    // Cards can be captured once.
    const isTaken = capturesOf(payment.id).some(({ status }) => status !== 'failed')
    if (payment.status !== 'authorized' || isTaken)
      throw refuse(422, 'Unprocessable Entity', 'The payment cannot be captured')
    if (cents(amount) > cents(payment.amount) || cents(amount) === 0)
      throw refuse(422, 'Unprocessable Entity', 'The amount is higher than the maximum')
    const id = newId('cpt')
    const made: Capture = {
      resource: 'capture',
      id,
      paymentId: payment.id,
      amount,
      metadata,
      ...capturesBegin,
    }
    captures.push(made)
    if (made.status === 'succeeded') payment.status = 'paid'
    return { status: 201, body: made }
  }

  function release(payment: MolliePayment): Reply {
    if (payment.status !== 'authorized')
      throw refuse(422, 'Unprocessable Entity', 'Authorization cannot be released')
    payment.status = capturedOf(payment.id) > 0 ? 'paid' : 'canceled'
    return { status: 202, body: {} }
  }

  function cancel(payment: MolliePayment): Reply {
    if (payment.status !== 'open' || !payment.isCancelable)
      throw refuse(422, 'Unprocessable Entity', 'The payment cannot be cancelled')
    payment.status = 'canceled'
    return { status: 200, body: shown(payment) }
  }

  function route(asked: Asked): Route {
    const { call, query, headers, body } = asked
    if (headers.authorization !== `Bearer ${mollieKeys.apiKey}`)
      throw refuse(401, 'Unauthorized Request', 'Missing authentication, or failed to authenticate')
    const key = headers['idempotency-key']?.toString()
    if (key !== undefined && !z.uuidv4().safeParse(key).success)
      throw refuse(400, 'Bad Request', 'The idempotency key is no UUID')
    const profile = { resource: 'profile', id: 'pfl_1', mode: 'test', name: 'Mug shop', status: 'verified' }
    if (call === 'GET /v2/profiles/me') return { kind: 'look', work: () => ({ status: 200, body: profile }) }
    if (call === 'POST /v2/payments')
      return { kind: 'open', work: () => answered.once(key, asked, () => open(body)) }
    const [, method = '', id = '', part = '', partId = ''] =
      /^(\w+) \/v2\/payments\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(call) ?? []
    const payment = () => find(payments, id)
    switch (`${method} ${part} ${partId === '' ? '' : 'one'}`.trim()) {
      case 'GET':
        return { kind: 'look', work: () => ({ status: 200, body: shown(payment(), query.get('embed')) }) }
      case 'DELETE':
        return { kind: 'close', work: () => cancel(payment()) }
      case 'POST refunds':
        return { kind: 'refund', work: () => answered.once(key, asked, () => refund(payment(), body)) }
      case 'GET refunds':
        return {
          kind: 'refund',
          work: () => ({ status: 200, body: { count: 0, _embedded: { refunds: refundsOf(payment().id) } } }),
        }
      case 'POST captures':
        return { kind: 'capture', work: () => answered.once(key, asked, () => capture(payment(), body)) }
      case 'GET captures':
        return {
          kind: 'capture',
          work: () => ({
            status: 200,
            body: { count: 0, _embedded: { captures: capturesOf(payment().id) } },
          }),
        }
      case 'POST release-authorization':
        return { kind: 'release', work: () => release(payment()) }
      case 'GET refunds one':
        return { kind: 'getRefund', work: () => ({ status: 200, body: find(refundsOf(id), partId) }) }
      case 'GET chargebacks one':
        return { kind: 'dispute', work: () => ({ status: 200, body: find(chargebacks, partId) }) }
      default:
        throw refuse(404, 'Not Found', 'The resource does not exist')
    }
  }

  return {
    payments,
    chargebacks,
    begins,
    find,
    latest,
    refundsOf,
    capturesOf,
    capturesBegin,
    leftOf,
    route,
    forgetKeys: answered.forget,
  }
}
