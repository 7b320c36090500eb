import { createHash, createHmac } from 'node:crypto'
import type { z } from 'zod'
import { isSameText } from '../../same-text.ts'
import {
  ProviderRefusal,
  type DisputeState,
  type PaymentProvider,
  type PaymentState,
  type RefundState,
} from '../payment-provider.ts'
import {
  parsed,
  providerTasks,
  readAnswer,
  requireKeys,
  type ProviderCall,
  type Send,
} from '../provider-call.ts'
import { fromRazorpay, razorpayProblem, toRazorpay } from './razorpay-amount.ts'
import * as answers from './razorpay-answers.ts'

interface RazorpayKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The base URL of another server, for tests. */
  server?: string
  /** Of one call, for tests. */
  timeoutMs?: number
}

const NAME = 'Razorpay'
const API = '/v1'
/** Razorpay wants at least 15 minutes. The shop closes the page before. */
const OPEN_AFTER_RESERVATION_MS = 20 * 60_000

/**
 * UPI, cards, netbanking and wallets on the hosted page of a payment link: https://razorpay.com/docs/api/payments/payment-links/
 * A link has no idempotency key; its `reference_id` is unique and finds it again.
 */
export function makeRazorpay({
  keyId,
  keySecret,
  webhookSecret,
  server,
  timeoutMs,
}: RazorpayKeys): PaymentProvider {
  const beginTask = providerTasks({ name: NAME, url: 'https://api.razorpay.com', server, timeoutMs })
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  const ask = async <S extends z.ZodType>(
    send: Send,
    schema: S,
    call: ProviderCall,
  ): Promise<z.output<S>> => {
    const sent = { ...call, path: API + call.path, headers: { ...call.headers, authorization } }
    return readAnswer(NAME, await send(sent), schema, answers.refusalOf)
  }

  const findLink = async (send: Send, key: string): Promise<answers.PaymentLink | undefined> => {
    const query = { reference_id: key }
    const call = { method: 'GET', path: '/payment_links', query } as const
    const { payment_links: links } = await ask(send, answers.paymentLinks, call)
    return links.find(({ reference_id: reference }) => reference === key)
  }

  async function stateOf(send: Send, link: answers.PaymentLink): Promise<PaymentState> {
    const { currency } = link
    const none = { amount: undefined, currency, charge: undefined }
    if (link.status === 'created') return { ...none, state: 'open' }
    const [paid] = link.payments ?? []
    if (paid) {
      const amount = fromRazorpay(link.amount_paid, currency)
      return { state: 'paid', amount, currency, charge: paid.payment_id }
    }
    if (link.status === 'paid' || link.status === 'partially_paid')
      throw new Error(`${NAME} calls ${link.id} paid and names no payment`)
    if (!link.order_id) return { ...none, state: 'failed' }
    // The shopper may have been at the bank while the link was closed.
    const path = `/orders/${encodeURIComponent(link.order_id)}/payments`
    const { items } = await ask(send, answers.orderPayments, { method: 'GET', path })
    const late = items.find(({ status }) => status === 'captured')
    if (late) return { state: 'paid', amount: fromRazorpay(late.amount, currency), currency, charge: late.id }
    const isProcessing = items.some(({ status }) => status === 'authorized')
    return { ...none, state: isProcessing ? 'processing' : 'failed' }
  }

  const getPayment = async (send: Send, reference: string): Promise<PaymentState> => {
    const path = `/payment_links/${encodeURIComponent(reference)}`
    return stateOf(send, await ask(send, answers.paymentLink, { method: 'GET', path }))
  }

  return {
    id: 'razorpay',
    name: 'UPI, card or netbanking',
    text: 'Pay on the secure page of Razorpay, then return here.',
    problem: razorpayProblem,

    async identify() {
      const call = { method: 'GET', path: '/payments', query: { count: '1' } } as const
      await requireKeys('Razorpay does not accept the key id with this key secret.', () =>
        ask(beginTask(), answers.payments, call),
      )
      return { mode: keyId.startsWith('rzp_test_') ? 'test' : 'live', name: keyId }
    },

    async open({ key, orderNumber, amount, currency, email, reservedUntil, successUrl }) {
      const send = beginTask()
      const units = exactly(amount, currency)
      const body = {
        amount: units,
        currency,
        accept_partial: false,
        reference_id: key,
        description: `Order ${orderNumber}`,
        ...(email !== '' && { customer: { email } }),
        notify: { sms: false, email: false },
        reminder_enable: false,
        notes: { order: orderNumber },
        expire_by: Math.floor((reservedUntil.getTime() + OPEN_AFTER_RESERVATION_MS) / 1000),
        callback_url: successUrl,
        callback_method: 'get',
      }
      const opened = (link: answers.PaymentLink) => ({ reference: link.id, url: link.short_url })
      try {
        return opened(await ask(send, answers.paymentLink, { method: 'POST', path: '/payment_links', body }))
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error
        // It may refuse because an earlier attempt, whose answer was lost, has opened the link.
        const link = await findLink(send, key)
        if (link?.amount !== units || link.currency !== currency) throw error
        return opened(link)
      }
    },

    getPayment: (reference) => getPayment(beginTask(), reference),

    async close(reference) {
      const send = beginTask()
      const path = `/payment_links/${encodeURIComponent(reference)}/cancel`
      try {
        return await stateOf(send, await ask(send, answers.paymentLink, { method: 'POST', path }))
      } catch (error) {
        // Only a link that waits can be cancelled.
        if (error instanceof ProviderRefusal) return getPayment(send, reference)
        throw error
      }
    },

    async refund({ key, charge, amount, currency, isRetry }) {
      const send = beginTask()
      const payment = `/payments/${encodeURIComponent(charge)}`
      if (isRetry) {
        const call = { method: 'GET', path: `${payment}/refunds`, query: { count: '100' } } as const
        const { items } = await ask(send, answers.refunds, call)
        const same = items.find(({ receipt }) => receipt === key)
        if (same) return toRefundState(same)
      }
      const body = { ...(amount !== undefined && { amount: exactly(amount, currency) }), receipt: key }
      const headers = { 'x-refund-idempotency': key.replaceAll(/[^\w-]/g, '-') }
      const call = { method: 'POST', path: `${payment}/refund`, headers, body } as const
      try {
        return toRefundState(await ask(send, answers.refund, call))
      } catch (error) {
        // Later sales fill the balance.
        if (error instanceof ProviderRefusal && /enough balance/i.test(error.message))
          throw new Error(`${NAME}: ${error.message}`, { cause: error })
        throw error
      }
    },

    async getRefund(reference) {
      const path = `/refunds/${encodeURIComponent(reference)}`
      return toRefundState(await ask(beginTask(), answers.refund, { method: 'GET', path }))
    },

    async getDispute(reference): Promise<DisputeState> {
      const send = beginTask()
      const path = `/disputes/${encodeURIComponent(reference)}`
      const found = await ask(send, answers.dispute, { method: 'GET', path })
      const { payment_id, amount, currency, status, reason_code: reason, respond_by: by } = found
      const call = { method: 'GET', path: '/payment_links', query: { payment_id } } as const
      const { payment_links: links } = await ask(send, answers.paymentLinks, call)
      return {
        payment: links[0]?.id,
        // A closed one is a question of the bank that ended without taking money.
        state: status === 'lost' ? 'lost' : status === 'won' || status === 'closed' ? 'won' : 'open',
        amount: fromRazorpay(amount, currency),
        currency,
        reason: (reason ?? '').replaceAll('_', ' '),
        replyBy: status === 'open' && by ? new Date(by * 1000) : undefined,
      }
    },

    parseEvent(body, { 'x-razorpay-signature': signature, 'x-razorpay-event-id': id }) {
      const expected = createHmac('sha256', webhookSecret).update(body).digest('hex')
      if (typeof signature !== 'string' || !isSameText(signature, expected)) return Promise.resolve(undefined)
      const read = answers.event.safeParse(parsed(body))
      if (!read.success) return Promise.resolve(undefined)
      const { event: kind, payload } = read.data
      return Promise.resolve({
        eventId: typeof id === 'string' ? id : createHash('sha256').update(body).digest('hex'),
        kind,
        reference: payload.payment_link?.entity.id,
        refunds: payload.refund ? [payload.refund.entity.id] : [],
        disputes: payload.dispute ? [payload.dispute.entity.id] : [],
      })
    },
  }
}

function exactly(amount: number, currency: string): number {
  const units = toRazorpay(amount, currency)
  if (units === undefined)
    throw new ProviderRefusal(`${NAME} does not take ${amount} minor units of ${currency}`)
  return units
}

function toRefundState({ id: reference, status }: answers.Refund): RefundState {
  if (status === 'processed') return { reference, state: 'done' }
  if (status === 'failed') return { reference, state: 'failed', reason: 'Razorpay: the refund has failed' }
  return { reference, state: 'processing', reason: 'Razorpay has not sent it yet' }
}
