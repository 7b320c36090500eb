import type { Dispute } from '../stripe-account.ts'
import { stripeServer, type StripeServer } from '../stripe-server.ts'
import type { PaymentServer } from './payment-server.ts'

/** Our Stripe server as the tests of every provider use it. */
export async function stripePayments(): Promise<
  PaymentServer &
    Pick<StripeServer, 'url'> & { keys: Pick<StripeServer['keys'], 'secretKey' | 'webhookSecret'> }
> {
  const stripe = await stripeServer()
  const disputes = new Map<string, Dispute>()
  const refundOf = (order: string) => stripe.refunds(order).at(-1)!
  return {
    provider: stripe.provider,
    url: stripe.url,
    keys: stripe.keys,
    currency: 'INR',
    mood: stripe.mood,
    closesPages: true,
    unknown: [],
    opened: (order) => stripe.sessions(order).length,
    isOpen: (order) => stripe.session(order).status === 'open',
    pay: stripe.pay,
    payLater: stripe.payLater,
    settle: stripe.settle,
    expire: stripe.expire,
    held: stripe.held,
    authorizes: true,
    authorized: (order) => stripe.session(order).payment_intent?.amount_capturable ?? 0,
    captures(order) {
      const { isManual, payment_intent: intent } = stripe.session(order)
      return isManual && intent?.status === 'succeeded' ? [intent.amount_received] : []
    },
    expireAuthorization(order) {
      const intent = stripe.session(order).payment_intent!
      Object.assign(intent, { status: 'canceled', amount_capturable: 0 })
    },
    forgetKeys: stripe.forgetKeys,
    refunds: stripe.refunds,
    refundsBegin: (how) => stripe.refundsBegin({ status: how === 'done' ? 'succeeded' : 'pending' }),
    endRefund: (order, worked) => void (refundOf(order).status = worked ? 'succeeded' : 'failed'),
    dispute: (order) => void disputes.set(order, stripe.dispute(order)),
    decideDispute: (order, isWon) => void (disputes.get(order)!.status = isWon ? 'won' : 'lost'),
    message(about, order, { id, isForeign = false } = {}) {
      if (about === 'refund') return stripe.objectMessage('refund.updated', refundOf(order))
      if (about === 'dispute') return stripe.objectMessage('charge.dispute.created', disputes.get(order)!)
      if (about === 'stranger') return stripe.strangerMessage()
      const options = { ...(id !== undefined && { id }), ...(isForeign && { secret: 'whsec_of_somebody' }) }
      return stripe.message('checkout.session.completed', order, options)
    },
    stop: stripe.stop,
  }
}
