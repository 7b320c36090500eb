import type { Logger } from 'pino'
import { loadDemoIfEmpty } from '../demo/load.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { connect } from './db/connect.ts'
import { startHousekeeping } from './housekeeping.ts'
import { keyedHash } from './http/keyed-hash.ts'
import type { Siblings } from './http/metrics.ts'
import { listen } from './listen.ts'
import { startBookkeeper } from './modules/books/index.ts'
import { ensureFirstAdmin } from './modules/identity/index.ts'
import { startMailer } from './modules/mail/index.ts'
import { startPaymentWork } from './modules/orders/index.ts'
import { startSearchWork } from './modules/search/index.ts'
import { tellLowStock } from './modules/stock/index.ts'
import type { OnlineProvider } from './platform/online-payment.ts'
import { repeat } from './platform/repeat.ts'
import type { Shutdown } from './shutdown.ts'

/** What one process needs to take part in the shop. */
export interface Part {
  config: Config & { authSecret: string }
  databaseUrl: string
  log: Logger
  shutdown: Shutdown
  /** Told in a sentence what the person at the terminal should know. */
  say: (sentence: string) => void
  /** Connections for requests, at most. */
  connections: number
  /** One process of an installation also does what is not done for a request: the first admin, the demo, all schedules. */
  keeper: boolean
  /** Present where several processes share the port. */
  siblings?: Siblings
}

/** Opens the shop in this process, and answers its address. Whatever is opened here is closed by the shutdown. */
export async function serve(part: Part): Promise<string> {
  const { config, databaseUrl, log, shutdown, connections, keeper, siblings } = part
  const db = connect(databaseUrl, { max: connections })
  shutdown.add(() => db.destroy())
  if (keeper) await furnish(part, db)
  const online = await onlineProviders(config)
  const app = await buildApp({ config, db, databaseUrl, log }, { online, siblings })
  shutdown.add(() => app.close(), 10_000)
  const address = await listen(app, config)
  if (keeper) await keepSchedules(part, { db, online, address })
  return address
}

/** Who takes payments: Stripe where both of its keys are set. Its library is loaded for nobody else. */
async function onlineProviders({ stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret }: Config) {
  if (secretKey === undefined || webhookSecret === undefined) return []
  const { makeStripe } = await import('./platform/stripe.ts')
  return [await makeStripe({ secretKey, webhookSecret })]
}

async function furnish({ config, say }: Part, db: ReturnType<typeof connect>): Promise<void> {
  const admin = { configId: 1, email: config.adminEmail, password: config.adminPassword }
  await ensureFirstAdmin(db, admin, (email, password) =>
    say(
      `Sign in as ${email} with the password ${password} (shown this once; you will be asked to change it)`,
    ),
  )
  if (await loadDemoIfEmpty(db, config)) say('The demo catalogue is in the shop')
}

interface Open {
  db: ReturnType<typeof connect>
  online: readonly OnlineProvider[]
  address: string
}

async function keepSchedules(
  { config, databaseUrl, log, shutdown }: Part,
  { db, online, address }: Open,
): Promise<void> {
  const housekeeping = startHousekeeping(db, config.dataDir, log)
  shutdown.add(housekeeping.stop)
  const bookkeeper = startBookkeeper(databaseUrl, log)
  shutdown.add(bookkeeper.stop)
  const notices = repeat(() => tellLowStock(db, address), {
    first: 60_000,
    every: 60_000,
    onError: (error) => log.warn({ err: error }, 'low stock could not be told'),
  })
  shutdown.add(notices.stop)
  const search = startSearchWork(db, log)
  shutdown.add(search.stop)
  const payments = startPaymentWork(db, { online, keyedHash: keyedHash(config.authSecret) }, log)
  shutdown.add(payments.stop, 10_000)
  if (config.smtpUrl) {
    const { smtpUrl, mailFrom: from } = config
    const mailer = await startMailer({ databaseUrl, smtpUrl, from, log })
    shutdown.add(mailer.stop, 10_000)
  }
  if (config.rateLimits === 'off') log.warn('RATE_LIMITS is off: for load tests alone')
}
