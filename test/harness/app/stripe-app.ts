import { authSecret } from '../data/paid-order.ts'
import { stripeServer } from '../services/stripe-server.ts'
import { testApp } from './app.ts'

/** An app whose shop takes cards at a Stripe of its own. `stop` ends both. */
export async function stripeApp(env: Record<string, string> = { RATE_LIMITS: 'off' }) {
  const stripe = await stripeServer()
  const shop = await testApp({ online: [stripe.provider], env: { AUTH_SECRET: authSecret, ...env } })
  return {
    ...shop,
    stripe,
    async stop() {
      await shop.stop()
      await stripe.stop()
    },
  }
}
