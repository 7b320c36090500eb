import { setTimeout as wait } from 'node:timers/promises'
import { getPaymentAccounts, connectStripe } from '#contract/payment-accounts/payment-account.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { onlinePaymentsOf } from '#server/modules/payment-accounts/index.ts'
import { pollPayments, processRefunds } from '#server/modules/orders/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { testApp } from '../app/app.ts'
import { makeGoods } from '../data/goods.ts'
import { order } from '../data/order.ts'
import { authSecret } from '../data/paid-order.ts'
import { newUser, signedIn, staffWith } from '../people/account.ts'
import { client } from '../people/client.ts'
import { stripeMerchants } from './stripe-merchants.ts'
import type { StripeServer } from './stripe-server.ts'

/** Keys of one merchant in Stripe's form. */
export const keysOf = (name: string, mode: 'test' | 'live' = 'test') => ({
  mode,
  secretKey: `sk_${mode}_51${name}ABCDEFGHIJ${name.toUpperCase()}`,
  webhookSecret: `whsec_${name}0123456789abcdef`,
})

/** Two shops with staff, and merchants at Stripe on this machine. */
export async function paymentShop(env: Record<string, string> = {}) {
  const stripe = await stripeMerchants()
  const settings = { RATE_LIMITS: 'off', AUTH_SECRET: authSecret, STRIPE_URL: stripe.url, ...env }
  const shop = await testApp({ env: settings })
  const { app, db } = shop
  const goods = await makeGoods(db)
  const staff = await staffWith(db, app, ['orders', 'settings', 'refunds'])
  const elsewhere = await newUser(db, { config_id: 2, role_id: 1 })
  const staffElsewhere = await signedIn(app, elsewhere.email, 'other.example')
  const online = onlinePaymentsOf({
    authSecret,
    paymentUrls: {
      stripe: stripe.url,
      razorpay: env['RAZORPAY_URL'],
      paypal: env['PAYPAL_URL'],
      mollie: env['MOLLIE_URL'],
    },
    stripeSecretKey: env['STRIPE_SECRET_KEY'],
    stripeWebhookSecret: env['STRIPE_WEBHOOK_SECRET'],
  })
  const deps = { online, keyedHash: keyedHash(authSecret) }

  const offered = async (host = 'localhost') => {
    const { answer } = await client(app, { host }).send(getCheckout, {
      items: JSON.stringify([{ productid: host === 'localhost' ? goods.mug : goods.foreign, quantity: 1 }]),
    })
    return answer.data.paymentMethods.filter(({ id }) => id !== 'cod')
  }

  return {
    ...shop,
    goods,
    staff,
    staffElsewhere,
    stripe,
    deps,
    /** The online ways to pay of a shop. */
    offered,
    /** Waits until this process has read the accounts of the shop again. */
    async awaitOffer(ids: readonly string[], host?: string) {
      while ((await offered(host)).map(({ id }) => id).join() !== ids.join()) await wait(5)
    },
    accounts: async () => (await staff.browser.send(getPaymentAccounts)).answer.data.accounts,
    connect: (keys: object, browser = staff.browser) => browser.send(connectStripe, keys),
    /** An order of one lamp that is paid by card. */
    async ordered() {
      const items = [{ productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 1 }]
      const { answer, status, message } = await order(client(app), { items, paymentMethod: 'stripe' })
      if (status !== 201) throw new Error(`The order was not placed: ${message}`)
      return answer.data
    },
    /** Stripe sends a message to a shop. Returns the HTTP status. */
    async deliver({ payload, headers }: ReturnType<StripeServer['message']>, host = 'localhost') {
      const url = '/api/payments/stripe/webhook'
      const answer = await app.inject({ method: 'POST', url, headers: { host, ...headers }, payload })
      return answer.statusCode
    },
    /** The jobs ask about everything now. */
    async poll() {
      const due = { next_poll_at: new Date(0) }
      await db.updateTable('payment').set(due).where('next_poll_at', 'is not', null).execute()
      await db
        .updateTable('refund')
        .set({ due_at: new Date(0) })
        .where('status', '=', 'waiting')
        .execute()
      await pollPayments(db, deps)
      await processRefunds(db, deps)
    },
    async stop() {
      await shop.stop()
      await stripe.stop()
    },
  }
}
