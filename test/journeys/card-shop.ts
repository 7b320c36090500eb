import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { payBack } from '#server/modules/orders/index.ts'
import { stripeServer, type StripeServer } from '#test/harness/stripe-server.ts'

interface CardShop {
  /** Without a slash at its end. */
  url: string
  db: Database
  stripe: StripeServer
  /** What the shop does by itself every 30 s. */
  payBack(): Promise<unknown>
  stop(): Promise<void>
}

/** The shop under test a second time, on the same database, with payments by card at a Stripe of our own. */
export async function cardShop(): Promise<CardShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-card-'))
  const databaseUrl = inject('databaseUrl')
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' }))
  const db = connect(databaseUrl, { max: 6 })
  const stripe = await stripeServer()
  const online = [stripe.provider]
  const app = await buildApp({ config, db, databaseUrl, log: pino({ level: 'silent' }) }, { online })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    db,
    stripe,
    payBack: () => payBack(db, { online, keyedHash: keyedHash(config.authSecret) }),
    async stop() {
      await app.close()
      await stripe.stop()
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
