import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  ProviderRefusal,
  type PaymentProvider,
  type PaymentState,
  type RefundState,
} from '../payment-provider.ts'
import { amountProblem, fromDecimal, toDecimal } from '../provider-amount.ts'
import {
  providerTasks,
  readAnswer,
  requireKeys,
  type ProviderAnswer,
  type ProviderCall,
  type Send,
} from '../provider-call.ts'
import * as answers from './mollie-answers.ts'
import { mollieCaptures } from './mollie-captures.ts'

interface MollieKeys {
  /** Of a profile: `test_…` or `live_…`. */
  apiKey: string
  /** The address of the shop that Mollie sends messages to. */
  webhookUrl: string
  /** The base URL of another server, for tests. */
  server?: string
  /** Of one call, for tests. */
  timeoutMs?: number
}

const NAME = 'Mollie'
const API = '/v2'

/** https://docs.mollie.com/docs/multicurrency (June 2026). */
const currencies =
  'AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON RUB SEK SGD THB TWD USD ZAR'.split(
    ' ',
  )

const decimalsOf = (currency: string) => (currency === 'ISK' || currency === 'JPY' ? 0 : 2)

/**
 * iDEAL, Bancontact, SEPA, Klarna, cards and more on Mollie's hosted page, by its Payments API:
 * https://docs.mollie.com/reference/payments-api. Its messages are not signed and only name a payment, which the shop asks for.
 */
export function makeMollie({ apiKey, webhookUrl, server, timeoutMs }: MollieKeys): PaymentProvider {
  const beginTask = providerTasks({ name: NAME, url: 'https://api.mollie.com', server, timeoutMs })

  const callApi = (send: Send, call: ProviderCall): Promise<ProviderAnswer> =>
    send({ ...call, path: API + call.path, headers: { ...call.headers, authorization: `Bearer ${apiKey}` } })

  const ask = async <S extends z.ZodType>(send: Send, schema: S, call: ProviderCall): Promise<z.output<S>> =>
    readAnswer(NAME, await callApi(send, call), schema, answers.refusalOf)

  const getPayment = async (send: Send, reference: string): Promise<answers.Payment> => {
    const query = { embed: 'refunds,chargebacks' }
    return ask(send, answers.payment, { method: 'GET', path: pathOf(reference), query })
  }

  return {
    id: 'mollie',
    name: 'iDEAL, card and more',
    text: 'Pay on the secure page of Mollie, then return here.',

    problem: (amount, currency) =>
      currencies.includes(currency)
        ? amountProblem(NAME, { amount, currency, least: 1, isExact: true })
        : `Mollie takes no payments in ${currency}`,

    async identify() {
      const call = { method: 'GET', path: '/profiles/me' } as const
      const { mode, name } = await requireKeys('Mollie does not accept the API key.', () =>
        ask(beginTask(), answers.profile, call),
      )
      return { mode, name }
    },

    async open({ key, orderNumber, amount, currency, successUrl, cancelUrl, isLater }) {
      const body = {
        amount: moneyOf(amount, currency),
        description: `Order ${orderNumber}`,
        redirectUrl: successUrl,
        cancelUrl,
        // A way to pay that cannot reserve money is captured by itself.
        ...(isLater && { captureMode: 'manual' }),
        // Mollie refuses an address that it cannot reach. Without one the shop finds out by itself.
        ...(isOnThisMachine(webhookUrl) ? {} : { webhookUrl }),
        metadata: { order: orderNumber, key },
      }
      const headers = { 'idempotency-key': uuidOf(key) }
      const made = await ask(beginTask(), answers.payment, {
        method: 'POST',
        path: '/payments',
        headers,
        body,
      })
      const url = made._links.checkout?.href
      if (!url) throw new Error(`${NAME} opened ${made.id} without a payment page`)
      return { reference: made.id, url }
    },

    getPayment: async (reference) => toPaymentState(await getPayment(beginTask(), reference)),

    async close(reference) {
      const send = beginTask()
      try {
        return toPaymentState(await ask(send, answers.payment, { method: 'DELETE', path: pathOf(reference) }))
      } catch (error) {
        // Most methods can't be cancelled; their page ends by itself after some minutes.
        if (error instanceof ProviderRefusal) return toPaymentState(await getPayment(send, reference))
        throw error
      }
    },

    later: mollieCaptures({ beginTask, callApi, ask, moneyOf, uuidOf }),

    async refund({ key, charge, amount, currency, isRetry }) {
      const send = beginTask()
      const path = `${pathOf(charge)}/refunds`
      if (isRetry) {
        // Mollie forgets idempotency keys after an hour.
        const { _embedded: earlier } = await ask(send, answers.refunds, {
          method: 'GET',
          path,
          query: { limit: '250' },
        })
        const same = earlier.refunds.find(({ metadata }) => refundKey.safeParse(metadata).data?.key === key)
        if (same) return toRefundState(same)
      }
      const body = {
        amount: amount === undefined ? remaining(await getPayment(send, charge)) : moneyOf(amount, currency),
        metadata: { key },
      }
      const headers = { 'idempotency-key': uuidOf(key) }
      return toRefundState(await ask(send, answers.refund, { method: 'POST', path, headers, body }))
    },

    async getRefund(reference) {
      const [payment = '', refund = ''] = reference.split('/')
      const path = `${pathOf(payment)}/refunds/${encodeURIComponent(refund)}`
      return toRefundState(await ask(beginTask(), answers.refund, { method: 'GET', path }))
    },

    async getDispute(reference) {
      const [id = '', chargeback = ''] = reference.split('/')
      const path = `${pathOf(id)}/chargebacks/${encodeURIComponent(chargeback)}`
      const found = await ask(beginTask(), answers.chargeback, { method: 'GET', path })
      const { currency, value } = found.amount
      return {
        payment: found.paymentId,
        // The bank takes the money before it asks.
        state: found.reversedAt ? 'won' : 'lost',
        amount: fromDecimal(value, currency),
        currency,
        reason: found.reason?.description ?? '',
        replyBy: undefined,
      }
    },

    parseEvent(body) {
      const reference = new URLSearchParams(body.toString('utf8')).get('id') ?? ''
      // Anybody can send it, and it only makes the shop ask. So it has no id of its own.
      const event = { eventId: randomUUID(), kind: 'payment', reference, refunds: [], disputes: [] }
      return Promise.resolve(/^tr_\w{1,80}$/.test(reference) ? event : undefined)
    },
  }
}

const refundKey = z.object({ key: z.string() })

const pathOf = (payment: string) => `/payments/${encodeURIComponent(payment)}`

function moneyOf(amount: number, currency: string): { currency: string; value: string } {
  const value = toDecimal(amount, currency, decimalsOf(currency))
  if (value === undefined)
    throw new ProviderRefusal(`${NAME} does not take ${amount} minor units of ${currency}`)
  return { currency, value }
}

function remaining({ amount, amountRemaining }: answers.Payment): { currency: string; value: string } {
  const { currency, value } = amountRemaining ?? amount
  return { currency, value }
}

/** Mollie wants a UUID of version 4 as an idempotency key. */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const isOnThisMachine = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)

function toPaymentState(payment: answers.Payment): PaymentState {
  const { id, status, amount, _embedded: related } = payment
  const { currency } = amount
  const base = {
    amount: undefined,
    currency,
    charge: undefined,
    refunds: (related?.refunds ?? []).map((refund) => `${id}/${refund.id}`),
    disputes: (related?.chargebacks ?? []).map((chargeback) => `${id}/${chargeback.id}`),
  }
  if (status === 'open') return { ...base, state: 'open' }
  if (status === 'paid') {
    const { value } = payment.amountCaptured ?? amount
    return { ...base, state: 'paid', amount: fromDecimal(value, currency), charge: id }
  }
  if (status === 'authorized' && payment.captureMode === 'manual') {
    const expiresAt = payment.captureBefore ? new Date(payment.captureBefore) : undefined
    return {
      ...base,
      state: 'authorized',
      amount: fromDecimal(amount.value, currency),
      charge: id,
      expiresAt,
    }
  }
  // Mollie captures an authorized payment of another mode by itself.
  return { ...base, state: status === 'pending' || status === 'authorized' ? 'processing' : 'failed' }
}

function toRefundState({ id, paymentId, status }: answers.Refund): RefundState {
  const reference = `${paymentId}/${id}`
  if (status === 'refunded') return { reference, state: 'done' }
  if (status === 'failed' || status === 'canceled')
    return {
      reference,
      state: 'failed',
      reason: `Mollie: the refund has ${status === 'failed' ? 'failed' : 'been cancelled'}`,
    }
  const reason =
    status === 'queued' ? 'Mollie waits for more money on your balance' : 'Mollie has not sent it yet'
  return { reference, state: 'processing', reason }
}
