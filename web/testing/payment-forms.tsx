import {
  connectMollie,
  connectPaypal,
  connectRazorpay,
  connectStripe,
} from '#contract/payment-accounts/payment-account.ts'
import { updateCash } from '#contract/settings/cash-settings.ts'
import { updatePayment } from '#contract/settings/settings.ts'
import type { TestedForm } from './every-form.tsx'
import PaymentSettings from '../dashboard/settings/payments/payments.route.tsx'
import {
  MollieDialog,
  PaypalDialog,
  RazorpayDialog,
  StripeDialog,
} from '../dashboard/settings/payments/provider-dialog.tsx'

const props = { account: undefined, webhookUrl: 'https://shop.example.com/hook', onClose: () => {} }

/** The forms of Settings, Payments, for the test of every form. */
export const paymentForms: TestedForm[] = [
  ['Payments', updatePayment, <PaymentSettings key="" />],
  ['Cash on delivery', updateCash, <PaymentSettings key="" />],
  ['Stripe', connectStripe, <StripeDialog key="" {...props} />],
  ['Razorpay', connectRazorpay, <RazorpayDialog key="" {...props} />],
  ['PayPal', connectPaypal, <PaypalDialog key="" {...props} />],
  ['Mollie', connectMollie, <MollieDialog key="" {...props} />],
]
