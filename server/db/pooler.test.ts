import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { startPgBouncer, type PgBouncer } from '#test/harness/cluster/pgbouncer.ts'
import { findProgram } from '#test/harness/deploy/packages.ts'
import type { Replacement } from '#test/harness/deploy/replaced.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { raceForLast } from '#test/harness/processes/order-races.ts'
import { connect, prepared, type Database } from './connect.ts'
import { openDatabase } from './open.ts'

const program = findProgram('pgbouncer')
/** Few connections, so that transactions of different clients share them. */
const few: Replacement[] = [
  ['default_pool_size = 20', 'default_pool_size = 3'],
  ['reserve_pool_size = 5', 'reserve_pool_size = 0'],
]

describe.runIf(program)('through PgBouncer in transaction mode', () => {
  let direct: Database
  let url: string
  let db: Database
  let pooler: PgBouncer
  let shop: Awaited<ReturnType<typeof testApp>>
  let address = ''
  let mug = 0
  const closing: (() => Promise<unknown>)[] = []

  // Here and not outside: a suite that is skipped runs its function, too.
  beforeAll(async () => {
    const database = await testDatabase()
    closing.unshift(database.drop)
    direct = database.db
    url = database.url
    pooler = await startPgBouncer(program ?? '', url, few)
    closing.unshift(pooler.remove)
    db = connect(pooler.url, { max: 8, pooled: true })
    const drop = () => db.destroy()
    shop = await testApp({ database: async () => ({ db, url, drop }), env: { RATE_LIMITS: 'off' } })
    closing.unshift(shop.stop)
    address = await shop.app.listen({ port: 0 })
    mug = (await makeGoods(direct)).mug
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  const show = async (name: string) =>
    Object.values((await sql<Record<string, string>>`show ${sql.ref(name)}`.execute(db)).rows[0] ?? {})[0]

  test('clients share connections, and a prepared statement runs on each of them', async () => {
    const statement = (n: number) =>
      prepared('pooler_test', sql<{ n: number }>`select ${n}::int as n`).execute(db)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => statement(n)))
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    const pids = await Promise.all(
      Array.from({ length: 8 }, () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)),
    )
    expect(new Set(pids.map(({ rows }) => rows[0]?.pid)).size).toBeLessThanOrEqual(3)
  })

  test('statements that travel together stay one transaction', async () => {
    await sql`create table pooled (n int)`.execute(direct)
    const insert = (tx: typeof db, n: number) => sql`insert into pooled values (${n})`.execute(tx)
    const write = (fails: boolean) =>
      db.transaction().execute(async (tx) => {
        await Promise.all([insert(tx, 1), insert(tx, 2), ...(fails ? [sql`select 1/0`.execute(tx)] : [])])
      })
    await Promise.allSettled(Array.from({ length: 20 }, (_, index) => write(index % 2 === 0)))
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pooled`.execute(direct)
    expect(rows).toEqual([{ n: 20 }])
  })

  test('the limits of the shop hold', async () => {
    expect(await Promise.all(['statement_timeout', 'lock_timeout'].map(show))).toEqual(['2500ms', '2s'])
    await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  })

  test('races for stock are decided as without it', async () => {
    const world = { db: direct, addresses: [address] }
    await raceForLast(world, 4, 6)
  })

  test('a change reaches the cached pages, because the shop listens on a connection of its own', async () => {
    const page = async () => (await shop.app.inject(`/product-details/${mug}`)).body
    expect(await page()).not.toContain('Pooled mug')
    await sql`update product set name = 'Pooled mug' where config_id = 1 and id = ${mug}`.execute(db)
    await expect.poll(page).toContain('Pooled mug')
  })

  test('after PgBouncer has died, the shop works again', async () => {
    await pooler.stop()
    expect((await shop.app.inject('/readyz')).statusCode).toBe(503)
    await pooler.start()
    await expect.poll(async () => (await shop.app.inject('/readyz')).statusCode).toBe(200)
    expect(shop.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test('the start asks for the address of the server itself', async () => {
    await expect(openDatabase({ databaseUrl: pooler.url, dataDir: '' })).rejects.toThrow(
      /is a pooler: set DATABASE_DIRECT_URL to the server itself/,
    )
    const reports: string[] = []
    const report = (sentence: string) => void reports.push(sentence)
    const opened = await openDatabase(
      { databaseUrl: pooler.url, databaseDirectUrl: url, dataDir: '' },
      report,
    )
    expect([opened.url, reports]).toEqual([url, []])
  })

  test('the start reports limits that PgBouncer does not set', async () => {
    const careless = await startPgBouncer(program ?? '', url, [
      ["connect_query='", "connect_query='select 1; --"],
    ])
    onTestFinished(careless.remove)
    const reports: string[] = []
    const report = (sentence: string) => void reports.push(sentence)
    await openDatabase({ databaseUrl: careless.url, databaseDirectUrl: url, dataDir: '' }, report)
    expect(reports).toHaveLength(3)
    expect(reports[0]).toBe(
      "The pooler of DATABASE_URL does not set statement_timeout: let it set '2500ms' (connect_query).",
    )
  })
})
