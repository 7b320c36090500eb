import type { makeMollie } from '#server/platform/payments/mollie/mollie.ts'
import type { makePaypal } from '#server/platform/payments/paypal/paypal.ts'
import type { makeRazorpay } from '#server/platform/payments/razorpay/razorpay.ts'
import type { makeStripe } from '#server/platform/payments/stripe/stripe.ts'
import { mollieServer } from '../services/mollie-server.ts'
import type { PaymentServer } from '../services/payments/payment-server.ts'
import { stripePayments } from '../services/payments/stripe-payments.ts'
import { paypalServer } from '../services/paypal-server.ts'
import { razorpayServer } from '../services/razorpay-server.ts'

/** The keys of an account at each provider, and where it answers. */
export interface PaymentAccounts {
  stripe: Parameters<typeof makeStripe>[0]
  razorpay: Parameters<typeof makeRazorpay>[0]
  paypal: Parameters<typeof makePaypal>[0]
  mollie: Parameters<typeof makeMollie>[0]
}

/** Servers of every provider on this machine, and the accounts that reach them. */
export async function startPaymentServers(): Promise<{
  servers: readonly PaymentServer[]
  accounts: PaymentAccounts
}> {
  const stripe = await stripePayments()
  const razorpay = await razorpayServer()
  const paypal = await paypalServer()
  const mollie = await mollieServer()
  return {
    servers: [stripe, razorpay, paypal, mollie],
    accounts: {
      stripe: { ...stripe.keys, server: stripe.url },
      razorpay: { ...razorpay.keys, server: razorpay.url },
      paypal: { ...paypal.keys, server: paypal.url },
      mollie: { ...mollie.keys, server: mollie.url },
    },
  }
}
