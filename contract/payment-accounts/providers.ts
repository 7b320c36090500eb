/** The companies that take payments for a shop on pages of their own. */
export const onlineProviders = ['stripe', 'razorpay', 'paypal', 'mollie'] as const
export type OnlineProvider = (typeof onlineProviders)[number]

/** Their names for staff. Shoppers see what one pays with, such as "Card". */
export const providerNames: Readonly<Record<OnlineProvider, string>> = {
  stripe: 'Stripe',
  razorpay: 'Razorpay',
  paypal: 'PayPal',
  mollie: 'Mollie',
}

/** Whether a payment method is one of a provider, whatever the shop has connected. */
export const isOnlineProvider = (id: string): id is OnlineProvider =>
  (onlineProviders as readonly string[]).includes(id)

/** test: the provider simulates payments, and no money moves. */
export const paymentModes = ['test', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]
