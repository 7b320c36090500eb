import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refused, rememberedAnswers, type Asked, type Reply, type Route } from './payment-server.ts'

// Follows https://razorpay.com/docs/api/payments/payment-links/, /api/refunds/, /api/disputes/ and /docs/webhooks/ as of April
// 2026: unknown fields, a reference used twice and actions in the wrong state are refused.

export const razorpayKeys = {
  keyId: 'rzp_test_of_the_tests',
  keySecret: 'secret-of-the-tests',
  webhookSecret: 'hook of the tests',
}

export interface Payment {
  id: string
  status: 'authorized' | 'captured' | 'failed'
  amount: number
  currency: string
}

interface Link {
  id: string
  order_id: string
  status: 'created' | 'paid' | 'cancelled' | 'expired'
  amount: number
  currency: string
  reference_id: string
  callback_url: string
  notes: { order: string }
  payment: Payment | undefined
}

interface Refund {
  id: string
  entity: 'refund'
  payment_id: string
  amount: number
  currency: string
  receipt: string | null
  notes: unknown[]
  status: 'pending' | 'processed' | 'failed'
}

const newLink = z.strictObject({
  amount: z.number().int().min(100),
  currency: z.string().length(3),
  accept_partial: z.literal(false),
  reference_id: z.string().min(1).max(40),
  description: z.string().max(2048),
  customer: z.strictObject({ email: z.email() }).optional(),
  notify: z.strictObject({ sms: z.boolean(), email: z.boolean() }),
  reminder_enable: z.boolean(),
  notes: z.strictObject({ order: z.string() }),
  expire_by: z.number().int(),
  callback_url: z.url(),
  callback_method: z.literal('get'),
})

const newRefund = z.strictObject({ amount: z.number().int().min(100).optional(), receipt: z.string() })

export const newId = (prefix: string) => `${prefix}_${randomBytes(7).toString('hex')}`

export const refuse = (description: string, status = 400) =>
  new Refused(status, {
    error: { code: 'BAD_REQUEST_ERROR', description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} },
  })

function read<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  const result = schema.safeParse(JSON.parse(body))
  if (result.success) return result.data
  throw refuse(`wrong input fields sent: ${result.error.issues[0]?.message}`)
}

/** The state of a Razorpay account, and what its API does with it. `pageOf` is the address of a payment page. */
export function razorpayAccount(pageOf: (link: string) => string) {
  const links: Link[] = []
  const refunds: Refund[] = []
  const disputes: { id: string; payment_id: string; amount: number; currency: string; status: string }[] = []
  /** The first status of new refunds. */
  const begins: Pick<Refund, 'status'> = { status: 'processed' }
  const answered = rememberedAnswers(() => refuse('Different request body for the same idempotency key'))

  const find = <T extends { id: string }>(all: readonly T[], id: string): T => {
    const found = all.find((one) => one.id === id)
    if (!found) throw refuse('The id provided does not exist')
    return found
  }
  const latest = (order: string): Link => {
    const link = links.filter(({ notes }) => notes.order === order).at(-1)
    if (!link) throw new Error(`Nothing was opened for ${order}`)
    return link
  }

  const shown = ({ payment, ...link }: Link) => ({
    ...link,
    accept_partial: false,
    short_url: pageOf(link.id),
    amount_paid: payment?.status === 'captured' ? payment.amount : 0,
    currency: payment?.currency ?? link.currency,
    payments:
      payment?.status === 'captured' && link.status === 'paid'
        ? [
            {
              payment_id: payment.id,
              plink_id: link.id,
              status: 'captured',
              amount: payment.amount,
              method: 'upi',
            },
          ]
        : null,
  })

  function open(body: string): Reply {
    const input = read(newLink, body)
    if (input.expire_by < Date.now() / 1000 + 15 * 60)
      throw refuse('timestamp must be atleast 15 minutes in future')
    if (links.some(({ reference_id: reference }) => reference === input.reference_id))
      throw refuse(`payment link creation with reference ID already attempted`)
    const { amount, currency, reference_id, callback_url, notes } = input
    const ids = { id: newId('plink'), order_id: newId('order') }
    const link: Link = {
      ...ids,
      status: 'created',
      amount,
      currency,
      reference_id,
      callback_url,
      notes,
      payment: undefined,
    }
    links.push(link)
    return { status: 200, body: shown(link) }
  }

  function refund(paymentId: string, body: string): Reply {
    const paid = links.find(({ payment }) => payment?.id === paymentId)?.payment
    if (!paid) throw refuse(`${paymentId} is not a valid id`)
    const before = refunds.filter((one) => one.payment_id === paymentId && one.status !== 'failed')
    const left = paid.amount - before.reduce((sum, { amount }) => sum + amount, 0)
    const { amount = left, receipt } = read(newRefund, body)
    if (left === 0) throw refuse('The payment has been fully refunded already')
    if (amount > left) throw refuse('The refund amount provided is greater than amount captured')
    const { currency } = paid
    const made: Refund = {
      id: newId('rfnd'),
      entity: 'refund',
      payment_id: paymentId,
      amount,
      currency,
      receipt,
      notes: [],
      ...begins,
    }
    refunds.push(made)
    return { status: 200, body: made }
  }

  function route(asked: Asked): Route {
    const { call, query, headers, body } = asked
    const basic = Buffer.from(`${razorpayKeys.keyId}:${razorpayKeys.keySecret}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}`) throw refuse('Authentication failed', 401)
    const list = (all: object[]) => ({
      status: 200,
      body: { entity: 'collection', count: all.length, items: all },
    })
    if (call === 'POST /v1/payment_links') return { kind: 'open', work: () => open(body) }
    if (call === 'GET /v1/payments') return { kind: 'look', work: () => list([]) }
    if (call === 'GET /v1/payment_links') {
      const [reference, payment] = [query.get('reference_id'), query.get('payment_id')]
      const isAsked = (link: Link) =>
        link.reference_id === reference || (payment !== null && link.payment?.id === payment)
      return {
        kind: 'look',
        work: () => ({ status: 200, body: { payment_links: links.filter(isAsked).map(shown) } }),
      }
    }
    const [, name = '', id = '', action = ''] = /^\w+ \/v1\/(\w+)\/(\w+)(?:\/(\w+))?$/.exec(call) ?? []
    const one = `${call.split(' ')[0]} ${name} ${action}`.trim()
    if (one === 'GET payment_links')
      return { kind: 'look', work: () => ({ status: 200, body: shown(find(links, id)) }) }
    if (one === 'POST payment_links cancel')
      return {
        kind: 'close',
        work() {
          const link = find(links, id)
          if (link.status === 'paid')
            throw refuse('cannot cancel or expire an already paid/partially paid link')
          if (link.status !== 'created') throw refuse('cannot cancel or expire an expired link')
          link.status = 'cancelled'
          return { status: 200, body: shown(link) }
        },
      }
    if (one === 'GET orders payments')
      return {
        kind: 'look',
        work: () =>
          list(links.flatMap(({ order_id: order, payment }) => (order === id && payment ? [payment] : []))),
      }
    if (one === 'POST payments refund') {
      const key = headers['x-refund-idempotency']?.toString()
      if (key !== undefined && !/^[\w-]{10,}$/.test(key)) throw refuse('The idempotency key is invalid')
      return { kind: 'refund', work: () => answered.once(key, asked, () => refund(id, body)) }
    }
    if (one === 'GET payments refunds')
      return { kind: 'refund', work: () => list(refunds.filter(({ payment_id: payment }) => payment === id)) }
    if (one === 'GET refunds')
      return { kind: 'getRefund', work: () => ({ status: 200, body: find(refunds, id) }) }
    if (one === 'GET disputes')
      return { kind: 'dispute', work: () => ({ status: 200, body: find(disputes, id) }) }
    throw refuse('The requested URL was not found on the server.')
  }

  return { links, refunds, disputes, begins, find, latest, shown, route, forgetKeys: answered.forget }
}
