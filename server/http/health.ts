import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import { pendingMigrations } from '#server/db/migrate.ts'

const waitLimit = 1500
const leastFreeBytes = 100 * 1024 * 1024

/** For whoever watches over the process: `/healthz` that it runs, `/readyz` that it can do its work. */
export async function health(
  app: FastifyInstance,
  { db, dataDir }: { db: Database; dataDir: string },
): Promise<void> {
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const [database, disk] = await Promise.all([check(databaseIsReady(db)), check(diskHasRoom(dataDir))])
    const ready = database === 'ok' && disk === 'ok'
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', database, disk })
  })
}

/** In words for the operator: `ok`, or why not. */
async function check(finding: Promise<string>): Promise<string> {
  const tooLate = wait(waitLimit, 'no answer in time', { ref: false })
  return Promise.race([finding.catch(() => 'cannot be reached'), tooLate])
}

async function databaseIsReady(db: Database): Promise<string> {
  const pending = await pendingMigrations(db)
  return pending.length === 0 ? 'ok' : `${pending.length} migrations have not run`
}

async function diskHasRoom(dataDir: string): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize >= leastFreeBytes ? 'ok' : 'less than 100 MB free'
}
