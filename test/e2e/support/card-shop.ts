import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { fixedPayments } from '#test/harness/app/fixed-payments.ts'
import { onlinePaymentsOf } from '#server/modules/payment-accounts/index.ts'
import { processRefunds } from '#server/modules/orders/index.ts'
import { stripeServer, type StripeServer } from '#test/harness/services/stripe-server.ts'

interface CardShop {
  /** Without a trailing slash. */
  url: string
  db: Database
  stripe: StripeServer
  /** Runs the payment jobs, which the shop runs every 30 s. */
  processRefunds(): Promise<unknown>
  stop(): Promise<void>
}

/**
 * A second instance of the shop under test, on the same database, with card payments at our Stripe server. `isConnected` false:
 * staff connect Stripe themselves. With a `publishableKey` the shop has the buttons of wallets.
 */
export async function cardShop({
  isConnected = true,
  publishableKey,
}: { isConnected?: boolean; publishableKey?: string } = {}): Promise<CardShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-card-'))
  const databaseUrl = inject('databaseUrl')
  const stripe = await stripeServer()
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', STRIPE_URL: stripe.url }))
  const db = connect(databaseUrl, { max: 6 })
  const online = isConnected ? fixedPayments([stripe.provider], publishableKey) : onlinePaymentsOf(config)
  const app = await buildApp({ config, db, databaseUrl, log: pino({ level: 'silent' }) }, { online })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    db,
    stripe,
    processRefunds: () => processRefunds(db, { online, keyedHash: keyedHash(config.authSecret) }),
    async stop() {
      await app.close()
      await stripe.stop()
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
