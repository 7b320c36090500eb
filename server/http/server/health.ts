import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { anyHost } from './known-host.ts'

const CHECK_TIMEOUT_MS = 1500
const MIN_FREE_BYTES = 100 * 1024 * 1024

/**
 * For monitoring: `/healthz` answers while the process runs. `/readyz` checks database and disk, and shows proxies that the shop
 * stops.
 */
export async function health(
  app: FastifyInstance,
  { db, dataDir, isStopping = () => false }: { db: Database; dataDir: string; isStopping?: () => boolean },
): Promise<void> {
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  app.get('/healthz', anyHost, async () => ({ status: 'ok' }))
  app.get('/readyz', anyHost, async (_, reply) => {
    // A busy database must not keep proxies from leaving in time.
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    const [database, disk] = await Promise.all([
      withTimeout(checkDatabase(db)),
      withTimeout(checkDisk(dataDir)),
    ])
    const ready = database === 'ok' && disk === 'ok'
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', database, disk })
  })
}

/** The result of a check for the operator: `ok` or the reason. */
async function withTimeout(check: Promise<string>): Promise<string> {
  const timeout = wait(CHECK_TIMEOUT_MS, 'no answer in time', { ref: false })
  return Promise.race([check.catch(() => 'cannot be reached'), timeout])
}

async function checkDatabase(db: Database): Promise<string> {
  const pending = await pendingMigrations(db)
  return pending.length === 0 ? 'ok' : `${pending.length} migrations have not run`
}

async function checkDisk(dataDir: string): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize >= MIN_FREE_BYTES ? 'ok' : 'less than 100 MB free'
}
