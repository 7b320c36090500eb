import {
  ProviderRefusal,
  type CaptureState,
  type LaterCapture,
  type PaymentState,
} from '../payment-provider.ts'
import { fromDecimal } from '../provider-amount.ts'
import type { Send } from '../provider-call.ts'
import * as answers from './paypal-answers.ts'
import { keyOf, moneyOf } from './paypal-amount.ts'
import { NAME, type paypalSession } from './paypal-session.ts'

const isTaken: readonly answers.Capture['status'][] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** The state of a payment that was authorised, with its captures. */
export function authorizedState(
  { id, status, amount, expiration_time: expires }: answers.Authorization,
  captures: readonly answers.Capture[],
): PaymentState {
  const { currency_code: currency, value } = amount
  const none = { amount: undefined, currency, charge: undefined }
  const expiresAt = expires === undefined ? undefined : new Date(expires)
  const hasExpired = expiresAt !== undefined && expiresAt.getTime() <= Date.now()
  if (status === 'PENDING') return { ...none, state: 'processing' }
  const done = captures.flatMap(({ id: charge, status: how, amount: part }) => {
    const taken = isTaken.includes(how) ? fromDecimal(part.value, part.currency_code) : undefined
    return taken === undefined ? [] : [{ charge, amount: taken }]
  })
  if ((status === 'CREATED' || status === 'PARTIALLY_CAPTURED') && !hasExpired) {
    const reserved = fromDecimal(value, currency)
    return { state: 'authorized', amount: reserved, currency, charge: id, expiresAt, captures: done }
  }
  // A bank has not decided yet about a capture.
  if (captures.some((one) => one.status === 'PENDING')) return { ...none, state: 'processing' }
  if (done.length === 0) return { ...none, state: 'failed' }
  const sum = done.reduce((all, { amount: part }) => all + part, 0)
  return { state: 'paid', amount: sum, currency, charge: done[0]?.charge, captures: done }
}

/**
 * Captures of authorised payments, in parts, by Payments v2: https://developer.paypal.com/docs/api/payments/v2/. The invoice id of a
 * capture finds it again.
 */
export function paypalCaptures({ beginTask, ask }: ReturnType<typeof paypalSession>): LaterCapture {
  async function findCapture(send: Send, reference: string, key: string): Promise<CaptureState | undefined> {
    const path = `/v2/checkout/orders/${encodeURIComponent(reference)}`
    const { purchase_units: units } = await ask(send, answers.order, { method: 'GET', path })
    const same = units
      .flatMap(({ payments }) => payments?.captures ?? [])
      .find((one) => one.invoice_id === key)
    return same && toCaptureState(same)
  }

  return {
    captures: 'parts',

    async capture({ key, reference, authorization, amount, currency, isLast, isRetry }) {
      const send = beginTask()
      const invoice_id = keyOf(key)
      const earlier = isRetry ? await findCapture(send, reference, invoice_id) : undefined
      if (earlier) return earlier
      const call = {
        method: 'POST',
        path: `/v2/payments/authorizations/${encodeURIComponent(authorization)}/capture`,
        headers: { 'paypal-request-id': invoice_id, prefer: 'return=representation' },
        body: { amount: moneyOf(amount, currency), invoice_id, final_capture: isLast },
      } as const
      try {
        return toCaptureState(await ask(send, answers.capture, call))
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error
        // It refuses the invoice of an attempt whose answer was lost.
        const found = await findCapture(send, reference, invoice_id)
        return found ?? { state: 'failed', charge: undefined, reason: `${NAME}: ${error.message}` }
      }
    },

    async release(authorization) {
      const path = `/v2/payments/authorizations/${encodeURIComponent(authorization)}/void`
      try {
        const headers = { prefer: 'return=representation' }
        await ask(beginTask(), answers.authorization, { method: 'POST', path, headers })
      } catch (error) {
        // It is captured, voided or expired already.
        if (!(error instanceof ProviderRefusal)) throw error
      }
    },
  }
}

function toCaptureState({ id, status }: answers.Capture): CaptureState {
  if (isTaken.includes(status)) return { state: 'done', charge: id }
  const none = { charge: undefined }
  return status === 'PENDING'
    ? { ...none, state: 'processing', reason: `${NAME} has not captured it yet` }
    : { ...none, state: 'failed', reason: `${NAME}: the capture was declined` }
}
