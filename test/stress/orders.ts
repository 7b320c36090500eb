// Races for stock over HTTP: buyers of the last unit and of fifty, carts in reverse order, duplicate calls and cut
// connections. Runs on a shop with one process, with two processes, and on two shops with one database.
// Reconciliation must find nothing afterwards.

import { sql } from 'kysely'
import { connect, type Database } from '#server/db/connect.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { inFolder, urlOf, type Report } from '#test/harness/processes/kill-folder.ts'
import { startKillable } from '#test/harness/processes/killable-shop.ts'
import { createDatabase, startTestServer } from '#test/harness/app/database-server.ts'
import {
  raceForCoupon,
  raceForFifty,
  raceForLast,
  raceInOppositeOrder,
  repeatCalls,
} from '#test/harness/processes/order-races.ts'

/** Runs that many races of 16 buyers for the last unit, and the others in proportion. Throws at the first fault. */
export async function run(races = 10_000): Promise<void> {
  const report: Report = console.log
  for (const processes of ['1', '2']) {
    await inFolder(async (dataDir) => {
      const shop = startKillable(dataDir, { ...quiet, WEB_CONCURRENCY: processes })
      const address = await shop.opened
      await raceAll(urlOf(dataDir), [address], races, (line) => report(`${processes} on one port: ${line}`))
      await shop.stop()
    })
  }
  const server = await startTestServer()
  const url = await createDatabase(server.serverUrl, server.template, `template ${server.template}`)
  await inFolder(async (one) =>
    inFolder(async (other) => {
      // Two starts of one shop share its secret.
      const env = { ...quiet, DATABASE_URL: url, AUTH_SECRET: 'the secret of a shop that runs twice' }
      const shops = [startKillable(one, env), startKillable(other, env)]
      const addresses = await Promise.all(shops.map(({ opened }) => opened))
      await raceAll(url, addresses, races, (line) => report(`two starts: ${line}`))
      await Promise.all(shops.map((shop) => shop.stop()))
    }),
  )
  await server.stop()
}

const quiet = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }

async function raceAll(
  url: string,
  addresses: readonly string[],
  races: number,
  report: Report,
): Promise<void> {
  const db = connect(url, { max: 4, limits: false })
  const to = { db, addresses }
  const few = Math.max(1, Math.round(races / 100))
  try {
    report(
      await timed(() => raceForLast(to, races, 16), `${races} races of 16 for the last piece: 1 order each`),
    )
    report(await timed(() => raceForFifty(to, few, 200), `${few} races of 200 for 50 pieces: 50 orders each`))
    report(
      await timed(
        () => raceInOppositeOrder(to, few),
        `${few} races of carts in opposite order: no call failed`,
      ),
    )
    report(await timed(() => raceForCoupon(to, few), `${few} races of 100 for a coupon of 10: 10 each`))
    const keys = Math.max(1, Math.round(races / 10))
    report(await timed(() => repeatCalls(to, keys, 8), `${keys} keys, 8 calls each, some cut: 1 order a key`))
    await requireBalance(db)
    report('the books balance')
  } finally {
    await db.destroy()
  }
}

async function requireBalance(db: Database): Promise<void> {
  const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  if (found.length > 0) throw new Error(`The books do not balance: ${JSON.stringify(found.slice(0, 3))}`)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db)
  if (rows[0]?.deadlocks) throw new Error(`${rows[0].deadlocks} deadlocks`)
}

async function timed(work: () => Promise<number>, what: string): Promise<string> {
  const begin = performance.now()
  const calls = await work()
  const seconds = (performance.now() - begin) / 1000
  return `${what} (${calls} calls in ${seconds.toFixed(0)} s)`
}
