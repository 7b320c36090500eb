import { z } from 'zod'
import { ProviderRefusal, type CaptureState, type LaterCapture } from '../payment-provider.ts'
import { readAnswer, type ProviderAnswer, type ProviderCall, type Send } from '../provider-call.ts'
import * as answers from './mollie-answers.ts'

interface MollieCalls {
  beginTask(): Send
  callApi(send: Send, call: ProviderCall): Promise<ProviderAnswer>
  ask<S extends z.ZodType>(send: Send, schema: S, call: ProviderCall): Promise<z.output<S>>
  moneyOf(amount: number, currency: string): { currency: string; value: string }
  uuidOf(key: string): string
}

const captureKey = z.object({ key: z.string() })

/**
 * Captures of authorised payments: https://docs.mollie.com/docs/place-a-hold-for-a-payment. A card can be captured once, so the
 * shop captures once whatever the method is, and releases the rest.
 */
export function mollieCaptures({ beginTask, callApi, ask, moneyOf, uuidOf }: MollieCalls): LaterCapture {
  const pathOf = (payment: string, action: string) => `/payments/${encodeURIComponent(payment)}/${action}`

  async function findCapture(send: Send, payment: string, key: string): Promise<answers.Capture | undefined> {
    const call = { method: 'GET', path: pathOf(payment, 'captures') } as const
    const { _embedded: made } = await ask(send, answers.captures, call)
    return made.captures.find(({ metadata }) => captureKey.safeParse(metadata).data?.key === key)
  }

  return {
    captures: 'once',

    async capture({ key, authorization, amount, currency, isRetry }) {
      const send = beginTask()
      const earlier = isRetry ? await findCapture(send, authorization, key) : undefined
      if (earlier) return toCaptureState(earlier)
      const call = {
        method: 'POST',
        path: pathOf(authorization, 'captures'),
        headers: { 'idempotency-key': uuidOf(key) },
        body: { amount: moneyOf(amount, currency), metadata: { key } },
      } as const
      try {
        return toCaptureState(await ask(send, answers.capture, call))
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error
        // It may refuse because an earlier attempt, whose answer was lost, has captured.
        const found = await findCapture(send, authorization, key)
        return found
          ? toCaptureState(found)
          : { state: 'failed', charge: undefined, reason: `Mollie: ${error.message}` }
      }
    },

    async release(authorization) {
      const path = pathOf(authorization, 'release-authorization')
      const answer = await callApi(beginTask(), { method: 'POST', path, body: {} })
      // Accepted, without a body.
      if (answer.status === 202) return
      try {
        readAnswer('Mollie', answer, z.never(), answers.refusalOf)
      } catch (error) {
        // Nothing is reserved any more.
        if (!(error instanceof ProviderRefusal)) throw error
      }
    },
  }
}

function toCaptureState({ status, paymentId }: answers.Capture): CaptureState {
  if (status === 'succeeded') return { state: 'done', charge: paymentId }
  return status === 'pending'
    ? { state: 'processing', charge: undefined, reason: 'Mollie has not captured it yet' }
    : { state: 'failed', charge: undefined, reason: 'Mollie: the capture has failed' }
}
