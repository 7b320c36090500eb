import type { Stripe } from 'stripe'
import {
  ProviderRefusal,
  type PaymentProvider,
  type PaymentState,
  type RefundState,
} from './payment-provider.ts'
import { fromStripe, toStripe } from './stripe-amount.ts'

interface StripeKeys {
  secretKey: string
  webhookSecret: string
  /** Replaces Stripe's own server, for tests. */
  server?: { host: string; port: number; protocol: 'http' | 'https' }
}

type Session = Stripe.Checkout.Session

// Stripe keeps a page open for 30 minutes to 24 hours. A margin of 5 minutes allows for the request.
const MIN_OPEN_MS = 35 * 60_000
const MAX_OPEN_MS = 24 * 3_600_000 - 5 * 60_000

/** Card payments on Stripe Checkout. The library takes 35 MB, so only shops with Stripe load it. */
export async function makeStripe({ secretKey, webhookSecret, server }: StripeKeys): Promise<PaymentProvider> {
  const { Stripe: Client } = await import('stripe')
  const stripe = new Client(secretKey, { timeout: 8000, maxNetworkRetries: 1, telemetry: false, ...server })
  const withIntent = { expand: ['payment_intent'] }

  /** Turns an invalid request, which a retry cannot fix, into a `ProviderRefusal`. */
  const request = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const isFinal = error instanceof Client.errors.StripeInvalidRequestError
      throw isFinal ? new ProviderRefusal(error.message, { cause: error }) : error
    }
  }

  const getPayment = async (reference: string): Promise<PaymentState> =>
    toPaymentState(await request(() => stripe.checkout.sessions.retrieve(reference, withIntent)))

  return {
    id: 'stripe',
    name: 'Card',
    text: 'Pay on the secure page of Stripe, then return here.',
    accepts: (amount, currency) => amount > 0 && toStripe(amount, currency) !== undefined,

    async open({ key, orderNumber, amount, currency, email, ...page }) {
      const stripeAmount = toStripe(amount, currency)
      if (stripeAmount === undefined)
        throw new ProviderRefusal(`Stripe does not accept ${amount} minor units of ${currency}`)
      const product = { name: `Order ${orderNumber}` }
      const price = { currency: currency.toLowerCase(), unit_amount: stripeAmount, product_data: product }
      const metadata = { order: orderNumber }
      const session = await request(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [{ quantity: 1, price_data: price }],
            client_reference_id: orderNumber,
            metadata,
            payment_intent_data: { metadata, description: product.name },
            // Without one Stripe asks for it.
            ...(email !== '' && { customer_email: email }),
            // A conversion by Stripe would change the amount of the order.
            adaptive_pricing: { enabled: false },
            expires_at: expiryTime(page.placedAt, page.reservedUntil),
            success_url: page.successUrl,
            cancel_url: page.cancelUrl,
          },
          { idempotencyKey: key },
        ),
      )
      if (!session.url) throw new Error(`Stripe opened ${session.id} without a payment page`)
      return { reference: session.id, url: session.url }
    },

    getPayment,

    async close(reference) {
      try {
        return toPaymentState(await request(() => stripe.checkout.sessions.expire(reference, withIntent)))
      } catch (error) {
        // Stripe refuses to close a session that is paid or already closed.
        if (error instanceof ProviderRefusal) return getPayment(reference)
        throw error
      }
    },

    async refund({ key, charge, amount, currency, isRetry }) {
      const stripeAmount = amount === undefined ? undefined : toStripe(amount, currency)
      if (amount !== undefined && stripeAmount === undefined)
        throw new ProviderRefusal(`Stripe does not refund ${amount} minor units of ${currency}`)
      if (isRetry) {
        // Stripe forgets idempotency keys after a day, but keeps the refunds.
        const earlier = await request(() => stripe.refunds.list({ payment_intent: charge, limit: 100 }))
        const same = earlier.data.find(({ metadata }) => metadata?.['key'] === key)
        if (same) return toRefundState(same)
      }
      const parameters = {
        payment_intent: charge,
        metadata: { key },
        ...(stripeAmount && { amount: stripeAmount }),
      }
      return toRefundState(await request(() => stripe.refunds.create(parameters, { idempotencyKey: key })))
    },

    getRefund: async (reference) => toRefundState(await request(() => stripe.refunds.retrieve(reference))),

    parseEvent(body, { 'stripe-signature': signature }) {
      if (signature === undefined) return undefined
      try {
        const {
          id: eventId,
          type: kind,
          data,
        } = stripe.webhooks.constructEvent(body, signature, webhookSecret)
        const { object } = data
        const reference = object.object === 'checkout.session' ? object.id : undefined
        return { eventId, kind, reference, ...(object.object === 'refund' && { refund: object.id }) }
      } catch {
        return undefined
      }
    },
  }
}

/** Seconds. Depends on the order alone, because Stripe requires the same request for the same key. */
function expiryTime(placedAt: Date, reservedUntil: Date): number {
  return Math.floor(Math.min(reservedUntil.getTime() + MIN_OPEN_MS, placedAt.getTime() + MAX_OPEN_MS) / 1000)
}

function toPaymentState({
  status,
  payment_intent: intent,
  currency: sessionCurrency,
}: Session): PaymentState {
  const payment = typeof intent === 'object' ? intent : null
  const currency = (payment?.currency ?? sessionCurrency ?? '').toUpperCase()
  const base = { amount: undefined, currency, charge: undefined }
  if (status === 'open') return { ...base, state: 'open' }
  if (payment?.status === 'succeeded') {
    const amount = fromStripe(payment.amount_received, currency)
    return { state: 'paid', amount, currency, charge: payment.id }
  }
  // A bank may take days. Once it has declined or the page has expired, nobody can pay any more.
  const isProcessing = payment && !['requires_payment_method', 'canceled'].includes(payment.status)
  return { ...base, state: status === 'complete' && isProcessing ? 'processing' : 'failed' }
}

/** A refund that is pending or requires an action of the customer is not sent yet. */
function toRefundState({
  id: reference,
  status,
  failure_reason: failure,
  pending_reason: pending,
}: Stripe.Refund): RefundState {
  if (status === 'succeeded') return { reference, state: 'done' }
  if (status === 'failed' || status === 'canceled')
    return {
      reference,
      state: 'failed',
      reason: `Stripe: the refund has ${status} (${failure ?? 'unknown'})`,
    }
  return {
    reference,
    state: 'processing',
    reason: `Stripe has not sent it yet (${pending ?? status ?? 'pending'})`,
  }
}
