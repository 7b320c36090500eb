// Query plans of every list at 100,000 products, orders, customers, comments, emails and changes. With real costs,
// none may scan a whole table of more than 5,000 rows.

import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { fillShop } from '#test/harness/data/fill-shop.ts'
import { findWholeReads } from '#test/harness/schema/list-calls.ts'
import { findSubjects } from '#test/harness/schema/list-subjects.ts'
import { openPlanner, recordReads } from '#test/harness/schema/plans.ts'
import { shopListCalls } from '#test/harness/schema/shop-list-calls.ts'
import { staffListCalls } from '#test/harness/schema/staff-list-calls.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { startScratch } from '../../bench/search/scratch.ts'
import { generateProducts } from '../../demo/generate-products.ts'
import { loadDemo } from '../../demo/load-demo.ts'

/** Scanning a smaller table is faster than an index. */
const few = 5_000

const narrow =
  'a filter or a part of a name has to be counted; each is in one narrow row for that (decision 011)'
const shortText = 'no index finds one or two letters, and most of the rows have them'

/** Calls that must read a whole table, and why. */
const asides: [calls: RegExp, tables: string[], why: string][] = [
  [/^GET admin\/products /, ['product_listing', 'stock_level'], narrow],
  [/^GET admin\/stock /, ['stock_level'], narrow],
  [/^GET admin\/specifications /, ['product', 'product_specification'], 'says how many products have each'],
  [/^GET admin\/customers .*"q":"..?"/, ['app_user'], shortText],
  [/^GET admin\/customers .*"(status|verified)"/, ['app_user'], 'a large part of all customers is counted'],
  [/^GET admin\/comments /, ['comment_report'], 'only what waits for the staff is reported'],
  [/^GET admin\/comments .*"q":"..?"/, ['comment', 'product'], shortText],
  [
    /^GET admin\/comments .*"answered"/,
    ['comment'],
    'nearly all comments are counted, or nearly none are found',
  ],
  [/^GET admin\/audit .*"q":"..?"/, ['audit_entry'], shortText],
  [/^GET admin\/emails .*("q"|"status":"sent")/, ['email'], 'old emails are looked through or counted'],
  [/^GET admin\/reports\//, ['cart_line', 'order_line', 'refund_line'], 'sums what was sold in a time'],
  [/^GET admin\/settings\/shop /, ['product'], 'says what another currency would change'],
  [/^GET admin\/feeds/, ['product', 'variant', 'product_image'], 'looks for what is missing in all products'],
  [/^GET \/sitemap.xml/, ['product'], 'names every product; it is kept'],
]

/** Throws if a list of a shop with that many products scans a large table. */
export async function run(products = 100_000): Promise<void> {
  const { db, url, dataDir, stop } = await startScratch()
  try {
    await loadDemo(db, { shopId: 1, storage: openUploadsFolder(dataDir) })
    await generateProducts(db, { shopId: 1, count: products, storage: openUploadsFolder(dataDir) })
    await fillShop(db, products)
    await judge(db, url, dataDir)
  } finally {
    await stop()
  }
}

async function judge(db: Database, url: string, dataDir: string): Promise<void> {
  const recorder = recordReads()
  const own = connect(url, { max: 4, log: recorder.log })
  const config = prepareDataDir(readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' }))
  const app = await buildApp({ config, db: own, databaseUrl: url, log: pino({ level: 'error' }) })
  const planner = await openPlanner(url)
  try {
    if (!planner.seesFunctions)
      console.log('What happens inside functions is not seen: there is no auto_explain')
    const subjects = await findSubjects(db)
    const large = await largeTables(db)
    const calls = [...shopListCalls(subjects), ...staffListCalls(subjects)]
    const { found, statements, times } = await findWholeReads(
      { app, db, recorder, planner },
      subjects,
      calls,
      (table) => large.has(table),
    )
    console.log(`${calls.length} calls, ${statements} statements, ${large.size} large tables; the slowest:`)
    const slowest = times.toSorted(([, one], [, other]) => other - one).slice(0, 10)
    for (const [call, milliseconds] of slowest) console.log(`${milliseconds.toFixed(0)} ms ${call}`)
    const faults = found
      .map((one) => ({ ...one, tables: one.tables.filter((table) => !isAside(one.call, table)) }))
      .filter(({ tables }) => tables.length > 0)
    for (const { call, tables, statement } of faults)
      console.log(`\n${call}\nreads all of ${tables.join(', ')}:${statement}`)
    if (faults.length > 0) throw new Error(`${faults.length} statements read a large table from end to end`)
  } finally {
    await planner.close()
    await app.close()
    await own.destroy()
  }
}

const isAside = (call: string, table: string) =>
  asides.some(([calls, tables]) => calls.test(call) && tables.includes(table))

/** The database's estimates after ANALYZE. */
async function largeTables(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > ${sql.lit(few)}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
