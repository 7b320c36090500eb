import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
// Sets NODE_ENV, which React reads when it loads.
import { readConfig } from '#server/config.ts'
import { buildApp } from '#server/app.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { fixedPayments } from './fixed-payments.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { createDatabase, startTestServer } from './database-server.ts'

export interface StressApp {
  app: FastifyInstance
  db: Database
  databaseUrl: string
  dataDir: string
  /** The error lines of the log so far. */
  errors: readonly string[]
}

/** Does the work with a whole app on a database and a data folder of its own, without rate limits; then deletes them. */
export async function withStressApp(
  work: (shop: StressApp) => Promise<void>,
  env: Record<string, string> = {},
  online: readonly PaymentProvider[] = [],
): Promise<void> {
  const { serverUrl, template, stop } = await startTestServer()
  const databaseUrl = await createDatabase(serverUrl, template, `template ${template}`)
  const db = connect(databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-stress-'))
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', ...env }))
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const app = await buildApp({ config, db, databaseUrl, log }, { online: fixedPayments(online) })
  try {
    await work({ app, db, databaseUrl, dataDir, errors })
  } finally {
    await app.close()
    await db.destroy()
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
