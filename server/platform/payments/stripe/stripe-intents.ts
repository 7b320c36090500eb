import type { Stripe } from 'stripe'
import { ProviderRefusal, type PaymentState, type Wallets } from '../payment-provider.ts'
import { fromStripe, toStripe } from './stripe-amount.ts'

interface StripeCalls {
  stripe: Stripe
  /** Turns a request that a retry cannot fix into a `ProviderRefusal`. */
  request<T>(work: () => Promise<T>): Promise<T>
}

const withCharge = { expand: ['latest_charge'] }

/** Whether a payment was opened for a wallet, without a page. */
export const isIntent = (reference: string): boolean => reference.startsWith('pi_')

/**
 * Payments that Stripe's script confirms with a wallet: https://docs.stripe.com/elements/express-checkout-element. Wallets pay by card,
 * so no other method is allowed.
 */
export function stripeIntents({ stripe, request }: StripeCalls): {
  wallets: Wallets
  getPayment(reference: string): Promise<PaymentState>
  close(reference: string): Promise<PaymentState>
} {
  const getPayment = async (reference: string) =>
    intentState(await request(() => stripe.paymentIntents.retrieve(reference, withCharge)))

  return {
    wallets: {
      scriptAmount: toStripe,

      async open({ key, orderNumber, amount, currency, isLater }) {
        const stripeAmount = toStripe(amount, currency)
        if (stripeAmount === undefined)
          throw new ProviderRefusal(`Stripe does not accept ${amount} minor units of ${currency}`)
        const intent = await request(() =>
          stripe.paymentIntents.create(
            {
              amount: stripeAmount,
              currency: currency.toLowerCase(),
              allowed_payment_method_types: ['card'],
              metadata: { order: orderNumber },
              description: `Order ${orderNumber}`,
              ...(isLater && { capture_method: 'manual' }),
            },
            { idempotencyKey: key },
          ),
        )
        const { id: reference, client_secret: clientSecret } = intent
        if (clientSecret === null) throw new Error(`Stripe opened ${reference} without a secret`)
        return { reference, clientSecret }
      },
    },

    getPayment,

    async close(reference) {
      // Cancelling would give back what is reserved already.
      const state = await getPayment(reference)
      if (state.state !== 'open') return state
      try {
        return intentState(await request(() => stripe.paymentIntents.cancel(reference, withCharge)))
      } catch (error) {
        // Stripe refuses to cancel what was paid or cancelled in between.
        if (error instanceof ProviderRefusal) return getPayment(reference)
        throw error
      }
    },
  }
}

/** The state of an intent that may be confirmed again after a declined card. */
function intentState(intent: Stripe.PaymentIntent): PaymentState {
  const { status } = intent
  const moved = movedMoney(intent)
  if (moved) return moved
  const base = { amount: undefined, currency: intent.currency.toUpperCase(), charge: undefined }
  if (status === 'canceled') return { ...base, state: 'failed' }
  return { ...base, state: status === 'processing' ? 'processing' : 'open' }
}

/** What an intent has taken or reserved; undefined: nothing. Its charge has to be expanded. */
export function movedMoney(intent: Stripe.PaymentIntent): PaymentState | undefined {
  const { id: charge } = intent
  const currency = intent.currency.toUpperCase()
  if (intent.status === 'succeeded')
    return { state: 'paid', amount: fromStripe(intent.amount_received, currency), currency, charge }
  if (intent.status !== 'requires_capture') return undefined
  const { card } =
    (typeof intent.latest_charge === 'object' && intent.latest_charge?.payment_method_details) || {}
  const expiresAt = card?.capture_before === undefined ? undefined : new Date(card.capture_before * 1000)
  const amount = fromStripe(intent.amount_capturable, currency)
  return { state: 'authorized', amount, currency, charge, expiresAt }
}
