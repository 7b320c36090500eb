// Kills Node alone and everything in turn, at random moments of the first start and under writes. Every next start
// must work and contain every acknowledged commit.

import { setTimeout as wait } from 'node:timers/promises'
import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import {
  expectEqual,
  inFolder,
  urlOf,
  victim,
  withDatabase,
  type Report,
} from '#test/harness/processes/kill-folder.ts'
import { startKillable, type KillableShop } from '#test/harness/processes/killable-shop.ts'
import { startWriting } from '#test/harness/processes/acknowledged-writes.ts'

/** Runs both suites with this many kills each. Throws at the first fault. */
export async function run(rounds = 30): Promise<void> {
  await killFirstStarts(rounds, console.log)
  await killUnderWrites(rounds, console.log)
}

/** Kills the first start, each time in a new folder. The next start must produce a complete shop. */
export async function killFirstStarts(rounds: number, report: Report, env = {}): Promise<void> {
  const complete = await inFolder(async (dataDir) => {
    const begin = performance.now()
    const shop = startKillable(dataDir, env)
    await shop.opened
    return { duration: performance.now() - begin, products: await checkShop(dataDir, shop, shop.printed()) }
  })
  for (let round = 0; round < rounds; round++) {
    await inFolder(async (dataDir) => {
      const first = startKillable(dataDir, env)
      // Spreads the kills over the whole start, with a random offset.
      await wait((complete.duration * (round + Math.random())) / rounds)
      await first.kill(victim(round))
      const second = startKillable(dataDir, env)
      await second.opened
      const products = await checkShop(dataDir, second, first.printed() + second.printed())
      expectEqual(products, complete.products, 'products after a first start that was killed')
    })
    report(`first start ${round + 1}: ${victim(round)} killed, the next start was complete`)
  }
}

/** Kills a shop again and again while products are written to it, each time after at most `longest` ms and a half second. */
export async function killUnderWrites(
  rounds: number,
  report: Report,
  env = {},
  longest = 5000,
): Promise<void> {
  await inFolder(async (dataDir) => {
    let shop = startKillable(dataDir, env)
    await shop.opened
    const acknowledged = { products: 0, notes: [] as number[] }
    await withDatabase(dataDir, async (db) => {
      await sql`create table acknowledged_note (n integer primary key)`.execute(db)
      acknowledged.products = await countProducts(db)
    })
    for (let round = 0; round < rounds; round++) {
      const writing = startWriting(urlOf(dataDir), dataDir, acknowledged)
      await wait(500 + Math.random() * longest)
      await shop.kill(victim(round))
      await wait(100) // commits that an orphaned PostgreSQL acknowledges count as well
      shop = startKillable(dataDir, env)
      await shop.opened
      await writing.stop()
      await withDatabase(dataDir, (db) => checkAcknowledged(db, acknowledged))
      report(
        `under writes ${round + 1}: ${victim(round)} killed, ` +
          `${acknowledged.notes.length} notes and ${acknowledged.products} products are there`,
      )
    }
    expectEqual(await shop.stop(), 0, 'exit code')
  })
}

/** Checks that the shop is complete and stops it. Returns its number of products. */
async function checkShop(dataDir: string, shop: KillableShop, printed: string): Promise<number> {
  const ready = await fetch(`${await shop.opened}/readyz`)
  expectEqual(ready.status, 200, 'readyz')
  const products = await withDatabase(dataDir, async (db) => {
    const [admin, ...others] = await db.selectFrom('app_user').select('password_hash').execute()
    expectEqual(others.length, 0, 'further admins')
    const password = [...printed.matchAll(/the password (\S+)/g)].at(-1)?.[1] ?? ''
    expectEqual(await verify(admin?.password_hash ?? '', password), true, 'password that was printed last')
    return countProducts(db)
  })
  expectEqual(await shop.stop(), 0, 'exit code')
  return products
}

async function checkAcknowledged(
  db: Database,
  acknowledged: { products: number; notes: number[] },
): Promise<void> {
  const lost = await sql`
    select n from unnest(${acknowledged.notes}::integer[]) n except select n from acknowledged_note`.execute(
    db,
  )
  expectEqual(lost.rows.length, 0, 'lost notes')
  const products = await countProducts(db)
  if (products < acknowledged.products)
    throw new Error(`Of ${acknowledged.products} products ${products} are there`)
  acknowledged.products = products
  expectEqual((await checkLedger(db)).length, 0, 'levels that are not the sum of their ledger')
}

async function countProducts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('product')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
