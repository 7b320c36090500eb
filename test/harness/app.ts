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
import type { Pages } from '#server/http/pages.ts'
import type { Route } from '#server/http/route.ts'
import type { OnlineProvider } from '#server/platform/online-payment.ts'
import { testDatabase } from './database.ts'

interface TestApp {
  app: FastifyInstance
  /** Straight to the database, whatever way the app goes. */
  db: Database
  url: string
  /** Where uploads are. */
  dataDir: string
  /** What was logged so far, one parsed line each. */
  logged: Record<string, unknown>[]
  /** Closes the app and removes its database and folder. */
  stop(): Promise<void>
}

interface TestAppOptions {
  /** Instead of every route of the shop. */
  routes?: readonly Route[]
  /** Instead of the pages in build/. */
  build?: Pages
  /** Who takes payments online. */
  online?: readonly OnlineProvider[]
  /** Variables of the environment. */
  env?: Record<string, string>
  /** Another way to the same database, such as a proxy that can be cut. */
  through?: (url: string) => string
  /** Hears every statement of the app. */
  heard?: Logger
}

/** The whole app on a database of its own: `const { app, stop } = await testApp(); afterAll(stop)`. */
export async function testApp({
  routes,
  build,
  online,
  env,
  through,
  heard,
}: TestAppOptions = {}): Promise<TestApp> {
  const { db, url, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-app-'))
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, ...env }))
  const databaseUrl = through ? through(url) : url
  const ownDb = through || heard ? connect(databaseUrl, { max: 4, ...(heard && { log: heard }) }) : db
  const app = await buildApp({ config, db: ownDb, databaseUrl, log }, { mounted: routes, build, online })
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
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
