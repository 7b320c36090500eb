import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { auditSubjects } from './audit-subjects.ts'
import type { Config } from './config.ts'
import { connect, type Database } from './db/connect.ts'
import { diskJob, housekeepingJob } from './housekeeping.ts'
import type { DevelopmentPages } from './http/pages/page-renderer.ts'
import { warmUp } from './http/pages/warm-up.ts'
import type { WorkerMetrics } from './http/server/metrics.ts'
import { shopExportJob } from './modules/export/index.ts'
import { backupJob } from './modules/backup/index.ts'
import { saleJob } from './modules/catalog/index.ts'
import { reviewRequestJob } from './modules/comments/index.ts'
import { emailJob } from './modules/email/index.ts'
import { carrierJob } from './modules/carriers/index.ts'
import { ensureFirstAdmin } from './modules/identity/index.ts'
import { importJobs } from './modules/imports/index.ts'
import { creditExpiryJob, giftCardJob } from '#server/modules/credit/index.ts'
import { draftHoldJob, paymentJobs } from '#server/modules/orders/index.ts'
import { onlinePaymentsOf, paymentAccountJobs } from './modules/payment-accounts/index.ts'
import { reconciliationJob } from './modules/reconciliation/index.ts'
import { recordSearchJob } from './modules/staff-search/index.ts'
import { searchJobs } from './modules/search/index.ts'
import { lowStockJob } from './modules/stock/index.ts'
import { platformRequest } from './modules/ucp/index.ts'
import { webhookJob } from './modules/webhooks/index.ts'
import { createJobRunner, type JobRunner } from './platform/jobs/job-runner.ts'
import { createLease } from './platform/jobs/lease.ts'
import { keyedHash } from './platform/keyed-hash.ts'
import type { OnlinePayments } from './platform/payments/online-payments.ts'
import { carrierServers } from './platform/carriers/carrier-servers.ts'
import { webhookTargets } from './platform/remote/remote-address.ts'
import { imageSizesJob } from './platform/image-sizes/image-sizes.job.ts'
import { openStorageForJobs } from './platform/storage/open-storage.ts'
import type { Shutdown } from './shutdown.ts'
import { StartError } from './start-error.ts'

export interface ServeOptions {
  config: Config & { authSecret: string }
  /** The server itself, also where requests reach it through a pooler. */
  databaseUrl: string
  log: Logger
  shutdown: Shutdown
  /** Prints a sentence for the person at the terminal. */
  print: (sentence: string) => void
  /** The size of the connection pool for requests. */
  connections: number
  /** The leader also creates the first admin, loads the demo and runs background jobs; each host has one. */
  leader: boolean
  /** A UUID of this host, with which it holds the lease of the background jobs. */
  holder: string
  /** Present if several processes share the port. */
  workers?: WorkerMetrics
  /** Present during development. */
  development?: DevelopmentPages
  /** Runs when everything is ready but the port. */
  beforeListening?: () => Promise<void>
}

/** The lease of the background jobs, for this host. Only one host can use the embedded database. */
const jobLease = ({ config, databaseUrl, log, holder }: ServeOptions) =>
  createLease({
    databaseUrl,
    log,
    holder,
    host: `${hostname()}, process ${process.pid}`,
    isOnlyHost: config.databaseUrl === undefined,
  })

/** Loads the demo catalog into an empty shop, if the settings ask for it. Returns whether it did. */
type LoadDemo = (db: Database, config: Config) => Promise<boolean>

/** Opens the shop in this process and returns its address. The shutdown closes everything that this opens. */
export async function serve(options: ServeOptions, loadDemo: LoadDemo): Promise<string> {
  const { config, databaseUrl, log, shutdown, connections, leader, workers, development } = options
  const pooler = config.databaseDirectUrl === undefined ? undefined : config.databaseUrl
  const db = connect(pooler ?? databaseUrl, { max: connections, pooled: pooler !== undefined })
  shutdown.add(() => db.destroy())
  const account = leader ? await bootstrap(db, options, loadDemo) : undefined
  const online = onlinePaymentsOf(config)
  const jobs = leader ? createJobRunner({ databaseUrl, log, lease: jobLease(options) }) : undefined
  const isStopping = () => shutdown.started
  const app = await buildApp(
    { config, db, databaseUrl, log },
    { online, workers, development, jobs, isStopping },
  )
  shutdown.add(() => app.close(), 10_000)
  await options.beforeListening?.()
  if (!development) await warmUp(app, config.publicUrl)
  const address = await listen(app, config)
  if (account !== undefined) options.print(`Sign in as ${account}`)
  if (jobs) await startJobs(options, { db, online, address, jobs })
  // Last, so that a shutdown begins with it: proxies stop sending before anything closes.
  shutdown.add(() => wait(config.drainMs), config.drainMs + 1000)
  return address
}

/** Prints the generated password of a new admin, else returns the email of an admin for the last lines of the start. */
async function bootstrap(
  db: Database,
  { config, print }: ServeOptions,
  loadDemo: LoadDemo,
): Promise<string | undefined> {
  const admin = { shopId: 1, email: config.adminEmail, password: config.adminPassword }
  if (await loadDemo(db, config)) print('The demo catalogue is in the shop')
  // Last, so that the account and the address are the last lines.
  let account: string | undefined
  await ensureFirstAdmin(db, admin, (email, password) => {
    if (password === undefined) account = email
    else
      print(
        `Sign in as ${email} with the password ${password} (shown this once; you will be asked to change it)`,
      )
  })
  return account
}

/** Listens and returns the address to print. Throws a `StartError` that names the setting to change. */
async function listen(app: FastifyInstance, { host, port, publicUrl }: Config): Promise<string> {
  try {
    const address = await app.listen({ host, port })
    return publicUrl ?? address
  } catch (error) {
    const explain = listenErrors[(error as NodeJS.ErrnoException).code ?? '']
    throw explain ? new StartError(explain(host, port)) : error
  }
}

const noSuchHost = (host: string) => `This machine has no address ${host}: set HOST to one that it has.`

const listenErrors: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use by another program: set PORT to a free one.`,
  EACCES: (_, port) => `Port ${port} is reserved for the system: set PORT to one above 1023.`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
}

interface JobDeps {
  db: Database
  online: OnlinePayments
  address: string
  jobs: JobRunner
}

async function startJobs(
  { config, databaseUrl, log, shutdown }: ServeOptions,
  { db, online, address, jobs }: JobDeps,
): Promise<void> {
  const storage = openStorageForJobs(config)
  jobs.start(
    housekeepingJob(db, storage, log),
    diskJob(config.dataDir),
    reconciliationJob(databaseUrl),
    shopExportJob(databaseUrl, {
      exports: join(config.dataDir, 'exports'),
      storage,
      log,
    }),
    lowStockJob(db, address),
    reviewRequestJob(db, keyedHash(config.authSecret)),
    webhookJob(db, {
      keyedHash: keyedHash(config.authSecret),
      mayReach: webhookTargets(config),
      origin: address,
      platformRequest: platformRequest(keyedHash(config.authSecret)),
    }),
    ...importJobs(databaseUrl, { storage, auditSubjects }),
    ...searchJobs(db),
    recordSearchJob(db),
    saleJob(db),
    imageSizesJob(db, storage),
    draftHoldJob(db, log),
    creditExpiryJob(db, log),
    giftCardJob(db, keyedHash(config.authSecret)),
    ...paymentJobs(db, { online, keyedHash: keyedHash(config.authSecret) }, log),
    ...paymentAccountJobs(db, online, log),
    carrierJob(db, { keyedHash: keyedHash(config.authSecret), carrierServers: carrierServers(config) }, log),
  )
  if (config.backupKey !== undefined)
    jobs.start(backupJob({ databaseUrl, origin: address, time: config.backupTime }))
  shutdown.add(jobs.stop, 10_000)
  if (config.smtpUrl) {
    const { smtpUrl, emailFrom: from } = config
    jobs.start(await emailJob({ databaseUrl, smtpUrl, from, log }))
  }
  if (config.rateLimits === 'off') log.warn('RATE_LIMITS is off: use this for load tests only')
}
