import type { Stripe } from 'stripe'
import { ProviderRefusal, type CaptureState, type LaterCapture } from '../payment-provider.ts'
import { fromStripe, toStripe } from './stripe-amount.ts'

interface StripeCalls {
  stripe: Stripe
  /** Turns a request that a retry cannot fix into a `ProviderRefusal`. */
  request<T>(work: () => Promise<T>): Promise<T>
  /** The card was declined. */
  isDeclined(error: unknown): boolean
}

/**
 * Captures of authorised payments: https://docs.stripe.com/payments/place-a-hold-on-a-payment-method. Only some accounts may capture
 * in parts, so the first capture is the last one, and Stripe releases the rest.
 */
export function stripeCaptures({ stripe, request, isDeclined }: StripeCalls): LaterCapture {
  /** What an earlier attempt has done, else why this one failed. */
  async function outcomeOf(
    intentId: string,
    amount: number,
    currency: string,
    reason: string,
  ): Promise<CaptureState> {
    const intent = await request(() => stripe.paymentIntents.retrieve(intentId))
    const isOurs = intent.status === 'succeeded' && fromStripe(intent.amount_received, currency) === amount
    return isOurs
      ? { state: 'done', charge: intent.id }
      : { state: 'failed', charge: undefined, reason: `Stripe: ${reason}` }
  }

  return {
    captures: 'once',

    async capture({ key, authorization, amount, currency }) {
      const stripeAmount = toStripe(amount, currency)
      if (stripeAmount === undefined)
        throw new ProviderRefusal(`Stripe does not accept ${amount} minor units of ${currency}`)
      try {
        const intent = await request(() =>
          stripe.paymentIntents.capture(
            authorization,
            { amount_to_capture: stripeAmount },
            { idempotencyKey: key },
          ),
        )
        if (intent.status === 'succeeded') return { state: 'done', charge: intent.id }
        return { state: 'processing', charge: undefined, reason: 'Stripe has not captured it yet' }
      } catch (error) {
        // Stripe refuses a second capture, also of an attempt whose answer was lost and whose key it has forgotten.
        if (error instanceof ProviderRefusal || isDeclined(error))
          return outcomeOf(authorization, amount, currency, (error as Error).message)
        throw error
      }
    },

    async release(authorization) {
      try {
        await request(() => stripe.paymentIntents.cancel(authorization))
      } catch (error) {
        // It is captured or cancelled already.
        if (!(error instanceof ProviderRefusal)) throw error
      }
    },
  }
}
