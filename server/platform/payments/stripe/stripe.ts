import type { Stripe } from 'stripe'
import {
  ProviderRefusal,
  type DisputeState,
  type PaymentProvider,
  type PaymentState,
  type RefundState,
  type WebhookEvent,
} from '../payment-provider.ts'
import { fromStripe, stripeProblem, toStripe } from './stripe-amount.ts'
import { stripeCaptures } from './stripe-captures.ts'
import { isIntent, movedMoney, stripeIntents } from './stripe-intents.ts'

interface StripeKeys {
  secretKey: string
  webhookSecret: string
  /** The base URL of another server, for tests. */
  server?: string
  /** Of one attempt, for tests. A call has two. */
  timeoutMs?: number
}

type Session = Stripe.Checkout.Session

// Stripe keeps a page open for 30 minutes to 24 hours. A margin of 5 minutes allows for the request.
const MIN_OPEN_MS = 35 * 60_000
const MAX_OPEN_MS = 24 * 3_600_000 - 5 * 60_000

/** Card payments on Stripe Checkout. The library takes 35 MB, so only shops with Stripe load it. */
export async function makeStripe({
  secretKey,
  webhookSecret,
  server,
  timeoutMs = 8000,
}: StripeKeys): Promise<PaymentProvider> {
  const { Stripe: Client } = await import('stripe')
  const stripe = new Client(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(server !== undefined && addressOf(server)),
  })
  const withIntent = { expand: ['payment_intent.latest_charge'] }

  /** Turns an invalid request, which a retry cannot fix, into a `ProviderRefusal`. */
  const request = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const isFinal = error instanceof Client.errors.StripeInvalidRequestError
      throw isFinal ? new ProviderRefusal(error.message, { cause: error }) : error
    }
  }

  const eventOf = (body: Buffer, signature: string | string[]): WebhookEvent | undefined => {
    try {
      const {
        id: eventId,
        type: kind,
        data: { object },
      } = stripe.webhooks.constructEvent(body, signature, webhookSecret)
      return {
        eventId,
        kind,
        // The shop knows no payment by the intent of a page.
        reference:
          object.object === 'checkout.session' || object.object === 'payment_intent' ? object.id : undefined,
        refunds: object.object === 'refund' ? [object.id] : [],
        disputes: object.object === 'dispute' ? [object.id] : [],
      }
    } catch {
      return undefined
    }
  }

  const intents = stripeIntents({ stripe, request })

  const getPayment = async (reference: string): Promise<PaymentState> =>
    isIntent(reference)
      ? intents.getPayment(reference)
      : toPaymentState(await request(() => stripe.checkout.sessions.retrieve(reference, withIntent)))

  return {
    id: 'stripe',
    name: 'Card',
    text: 'Pay on the secure page of Stripe, then return here.',
    problem: stripeProblem,

    async identify() {
      const mode = /^[rs]k_test_/.test(secretKey) ? 'test' : 'live'
      try {
        const { settings, business_profile: business, id } = await stripe.accounts.retrieveCurrent()
        return { mode, name: settings?.dashboard.display_name || business?.name || id }
      } catch (error) {
        if (error instanceof Client.errors.StripeAuthenticationError)
          throw new ProviderRefusal('Stripe does not accept the secret key.', { cause: error })
        if (!(error instanceof Client.errors.StripePermissionError)) throw error
      }
      // A restricted key may hide the account. It must open payment pages.
      try {
        await stripe.checkout.sessions.list({ limit: 1 })
      } catch (error) {
        if (!(error instanceof Client.errors.StripePermissionError)) throw error
        throw new ProviderRefusal(
          'This restricted key of Stripe needs the permission Checkout Sessions: Write.',
          {
            cause: error,
          },
        )
      }
      return { mode, name: 'Stripe' }
    },

    async open({ key, orderNumber, amount, currency, email, isLater, ...page }) {
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
            payment_intent_data: {
              metadata,
              description: product.name,
              // Checkout then offers only ways to pay that can reserve money.
              ...(isLater && { capture_method: 'manual' }),
            },
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
    later: stripeCaptures({
      stripe,
      request,
      isDeclined: (error) => error instanceof Client.errors.StripeCardError,
    }),

    wallets: intents.wallets,

    async close(reference) {
      if (isIntent(reference)) return intents.close(reference)
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

    async getDispute(reference) {
      const { amount, reason, status, ...dispute } = await request(() => stripe.disputes.retrieve(reference))
      const currency = dispute.currency.toUpperCase()
      const intent = idOf(dispute.payment_intent)
      const sessions =
        intent === undefined
          ? []
          : (await request(() => stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }))).data
      const by = status.endsWith('needs_response') ? dispute.evidence_details.due_by : null
      return {
        payment: sessions[0]?.id ?? intent,
        state: disputeState(status),
        amount: fromStripe(amount, currency),
        currency,
        reason: reason.replaceAll('_', ' '),
        replyBy: by === null ? undefined : new Date(by * 1000),
      }
    },

    parseEvent(body, { 'stripe-signature': signature }) {
      return Promise.resolve(signature === undefined ? undefined : eventOf(body, signature))
    },
  }
}

function addressOf(server: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(server)
  const isSecure = protocol === 'https:'
  return {
    host: hostname,
    port: Number(port || (isSecure ? 443 : 80)),
    protocol: isSecure ? 'https' : 'http',
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
  const moved = payment && movedMoney(payment)
  if (moved) return moved
  // A bank may take days. Once it has declined or the page has expired, nobody can pay any more.
  const isProcessing = payment && !['requires_payment_method', 'canceled'].includes(payment.status)
  return { ...base, state: status === 'complete' && isProcessing ? 'processing' : 'failed' }
}

const idOf = (found: string | { id: string } | null): string | undefined =>
  typeof found === 'object' ? found?.id : found

/** An inquiry of the bank that is closed has taken no money. */
function disputeState(status: Stripe.Dispute.Status): DisputeState['state'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
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
