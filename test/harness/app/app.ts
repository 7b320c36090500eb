import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'kysely'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect, type Database } from '#server/db/connect.ts'
import type { Pages } from '#server/http/pages/page-renderer.ts'
import type { Route } from '#server/http/route.ts'
import type { UcpOperation } from '#server/modules/ucp/index.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { fixedPayments } from './fixed-payments.ts'
import { testDatabase, type TestDatabase } from './database.ts'

interface TestApp {
  app: FastifyInstance
  /** A direct connection, also when the app uses a proxy. */
  db: Database
  url: string
  /** The data folder with the uploads. */
  dataDir: string
  /** The log entries so far, parsed. */
  logged: Record<string, unknown>[]
  /** Closes the app and deletes its database and folder. */
  stop(): Promise<void>
}

interface TestAppOptions {
  /** Makes the database; by default an empty migrated one. */
  database?: () => Promise<TestDatabase>
  /** Replaces all routes of the shop. */
  routes?: readonly Route[]
  /** Replaces all operations for platforms. */
  operations?: readonly UcpOperation[]
  /** Replaces the pages in build/. */
  build?: Pages
  /** The online payment providers. */
  online?: readonly PaymentProvider[]
  /** Environment variables. */
  env?: Record<string, string>
  /** Maps the database URL to another route, such as a proxy that can be cut. */
  through?: (url: string) => string
  /** Receives every SQL statement of the app. */
  onStatement?: Logger
}

/** The whole app on its own database: `const { app, stop } = await testApp(); afterAll(stop)`. */
export async function testApp({
  database = testDatabase,
  routes,
  operations,
  build,
  online,
  env,
  through,
  onStatement,
}: TestAppOptions = {}): Promise<TestApp> {
  const { db, url, drop } = await database()
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-app-'))
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, ...env }))
  const databaseUrl = through ? through(url) : url
  const ownDb =
    through || onStatement ? connect(databaseUrl, { max: 8, ...(onStatement && { log: onStatement }) }) : db
  const app = await buildApp(
    { config, db: ownDb, databaseUrl, log },
    { mounted: routes, operations, build, ...(online && { online: fixedPayments(online) }) },
  )
  return {
    app,
    db,
    url,
    dataDir,
    logged,
    async stop() {
      await app.close()
      if (ownDb !== db) await ownDb.destroy()
      await drop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
