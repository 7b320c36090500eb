import type { OnlineProvider } from '#contract/payment-accounts/providers.ts'

/** What staff need to know about a provider beside the fields of its form. */
export interface ProviderGuide {
  /** One sentence: what shoppers pay with, and where. */
  intro: string
  /** Where the keys are at the provider. */
  keys: string
  /** How messages are set up; undefined: the shop does it with each payment. */
  webhook?: { where: string; events: readonly string[] }
  /** How one pays in test mode. */
  testing: string
}

// The names of menus and events are those of the providers' documentation in 2026.
export const providerGuides: Readonly<Record<OnlineProvider, ProviderGuide>> = {
  stripe: {
    intro: 'Cards, Apple Pay, Google Pay and more, in most countries.',
    keys: 'The keys are in the Stripe dashboard under Developers, API keys.',
    webhook: {
      where: 'In Stripe under Developers, Webhooks, add a destination with this address and these events:',
      events: [
        'checkout.session.completed',
        'checkout.session.async_payment_succeeded',
        'checkout.session.async_payment_failed',
        'checkout.session.expired',
        'payment_intent.succeeded',
        'payment_intent.amount_capturable_updated',
        'payment_intent.canceled',
        'refund.updated',
        'refund.failed',
        'charge.dispute.created',
        'charge.dispute.updated',
        'charge.dispute.closed',
      ],
    },
    testing: 'Pay with the card 4242 4242 4242 4242, any future date and any CVC.',
  },
  razorpay: {
    intro: 'UPI, cards, netbanking and wallets in India.',
    keys: 'The keys are in the Razorpay dashboard under Account & Settings, API Keys.',
    webhook: {
      where:
        'In Razorpay under Account & Settings, Webhooks, add a webhook with this address, a secret of your choice and these events:',
      events: [
        'payment_link.paid',
        'payment_link.expired',
        'payment_link.cancelled',
        'refund.processed',
        'refund.failed',
        'payment.dispute: all',
      ],
    },
    testing: 'Choose UPI and pay with success@razorpay.',
  },
  paypal: {
    intro: 'PayPal accounts and cards, in most countries.',
    keys: 'The keys are in the PayPal developer dashboard under Apps & Credentials. Choose Sandbox or Live there.',
    webhook: {
      where: 'In the same app, add a webhook with this address and these events. Then copy its ID.',
      events: ['Checkout order approved', 'Payment capture: all', 'Customer dispute: all'],
    },
    testing: 'Sign in with a personal sandbox account of your developer dashboard.',
  },
  mollie: {
    intro: 'iDEAL, cards, Bancontact, Klarna and more, in Europe.',
    keys: 'The keys are in the Mollie dashboard under Developers, API keys.',
    testing: 'Choose any method, then the status Paid.',
  },
}
