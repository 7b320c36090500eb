import type { Stripe } from 'stripe'
import {
  ProviderRefusal,
  type OnlineProvider,
  type PaymentState,
  type RefundState,
} from './online-payment.ts'
import { fromStripe, toStripe } from './stripe-amount.ts'

interface StripeKeys {
  secretKey: string
  webhookSecret: string
  /** Another place than Stripe's own, such as a server in a test. */
  at?: { host: string; port: number; protocol: 'http' | 'https' }
}

type Session = Stripe.Checkout.Session

/** Stripe keeps a page open for half an hour at least, and for a day at most. */
const shortest = 35 * 60_000
const longest = 24 * 3_600_000 - 5 * 60_000

/**
 * Card payments on Stripe's own page (Checkout). The library is loaded here and takes 35 MB: shops without Stripe do
 * without it.
 */
export async function makeStripe({ secretKey, webhookSecret, at }: StripeKeys): Promise<OnlineProvider> {
  const { Stripe: Client } = await import('stripe')
  const stripe = new Client(secretKey, { timeout: 8000, maxNetworkRetries: 1, telemetry: false, ...at })
  const withIntent = { expand: ['payment_intent'] }

  /** What is Stripe's last word is told apart from what is worth another try. */
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const isFinal = error instanceof Client.errors.StripeInvalidRequestError
      throw isFinal ? new ProviderRefusal(error.message, { cause: error }) : error
    }
  }

  const look = async (reference: string): Promise<PaymentState> =>
    stateOf(await ask(() => stripe.checkout.sessions.retrieve(reference, withIntent)))

  return {
    id: 'stripe',
    name: 'Card',
    text: 'You pay on the secure page of Stripe, and come back here.',
    takes: (amount, currency) => amount > 0 && toStripe(amount, currency) !== undefined,

    async open({ key, orderNumber, amount, currency, email, ...request }) {
      const counted = toStripe(amount, currency)
      if (counted === undefined)
        throw new ProviderRefusal(`Stripe takes no ${amount} minor units of ${currency}`)
      const product = { name: `Order ${orderNumber}` }
      const price = { currency: currency.toLowerCase(), unit_amount: counted, product_data: product }
      const metadata = { order: orderNumber }
      const session = await ask(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [{ quantity: 1, price_data: price }],
            client_reference_id: orderNumber,
            metadata,
            payment_intent_data: { metadata, description: product.name },
            customer_email: email,
            // Converted by Stripe, it would be another amount than the order's.
            adaptive_pricing: { enabled: false },
            expires_at: closingTime(request.placedAt, request.keptUntil),
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
          },
          { idempotencyKey: key },
        ),
      )
      if (!session.url) throw new Error(`Stripe has opened ${session.id} without a page to pay on`)
      return { reference: session.id, url: session.url }
    },

    look,

    async close(reference) {
      try {
        return stateOf(await ask(() => stripe.checkout.sessions.expire(reference, withIntent)))
      } catch (error) {
        // Only what is open can be closed: it is paid, or closed already.
        if (error instanceof ProviderRefusal) return look(reference)
        throw error
      }
    },

    async refund({ key, charge, amount, currency, again }) {
      const counted = amount === undefined ? undefined : toStripe(amount, currency)
      if (amount !== undefined && counted === undefined)
        throw new ProviderRefusal(`Stripe pays back no ${amount} minor units of ${currency}`)
      if (again) {
        // Stripe forgets a key after a day; what it has paid back, it does not.
        const before = await ask(() => stripe.refunds.list({ payment_intent: charge, limit: 100 }))
        const same = before.data.find(({ metadata }) => metadata?.['key'] === key)
        if (same) return refundStateOf(same)
      }
      const wish = { payment_intent: charge, metadata: { key }, ...(counted && { amount: counted }) }
      return refundStateOf(await ask(() => stripe.refunds.create(wish, { idempotencyKey: key })))
    },

    lookAtRefund: async (reference) => refundStateOf(await ask(() => stripe.refunds.retrieve(reference))),

    read(body, { 'stripe-signature': signature }) {
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

/** In seconds. It follows from the order alone: under one key Stripe takes the same request alone. */
function closingTime(placedAt: Date, keptUntil: Date): number {
  return Math.floor(Math.min(keptUntil.getTime() + shortest, placedAt.getTime() + longest) / 1000)
}

function stateOf({ status, payment_intent: intent, currency: asked }: Session): PaymentState {
  const money = typeof intent === 'object' ? intent : null
  const currency = (money?.currency ?? asked ?? '').toUpperCase()
  const base = { amount: undefined, currency, charge: undefined }
  if (status === 'open') return { ...base, state: 'open' }
  if (money?.status === 'succeeded') {
    return { state: 'paid', amount: fromStripe(money.amount_received, currency), currency, charge: money.id }
  }
  // The way of a bank may take days. Where it has ended, or the page has, nobody can pay any more.
  const isUnderWay = money && !['requires_payment_method', 'canceled'].includes(money.status)
  return { ...base, state: status === 'complete' && isUnderWay ? 'working' : 'lost' }
}

/** What is pending, or waits for the customer to say where to, is not sent yet. */
function refundStateOf({
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
    state: 'working',
    reason: `Stripe has not sent it yet (${pending ?? status ?? 'pending'})`,
  }
}
