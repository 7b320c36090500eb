import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { countRoundTrips } from '#test/harness/processes/round-trips.ts'
import { connect, prepared, type Transaction } from './connect.ts'
import { later } from './connect.ts'

const { db, url, drop } = await testDatabase()
afterAll(drop)

const first = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows[0]

test('reads bigint as a number and numeric as text', async () => {
  expect(await first(sql`select 9007199254740991::bigint as big, 0.10::numeric as exact`)).toEqual({
    big: 9007199254740991,
    exact: '0.10',
  })
})

test('rejects a bigint that no number holds', async () => {
  await expect(first(sql`select 9007199254740993::bigint as big`)).rejects.toThrow(
    '9007199254740993 is too large',
  )
  expect(await first(sql`select 1 as one`)).toEqual({ one: 1 })
})

test('ends statements within 3 s, unless the handle was made for bulk work', async () => {
  expect(await first(sql`show statement_timeout`)).toEqual({ statement_timeout: '2500ms' })
  const bulk = connect(url, { limits: false, max: 1 })
  expect((await sql`show statement_timeout`.execute(bulk)).rows).toEqual([{ statement_timeout: '0' }])
  await bulk.destroy()
})

test('replaces connections that were lost while idle', async () => {
  const own = connect(url)
  const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = (await pid.execute(own)).rows[0]!.pid
  await sql`select pg_terminate_backend(${before}, 3000)`.execute(db)
  const after = await pid.execute(own).catch(() => pid.execute(own))
  expect(after.rows[0]!.pid).not.toBe(before)
  await own.destroy()
})

test('a prepared statement is planned one time per connection under its name, and other statements are not', async () => {
  const single = connect(url, { max: 1 })
  const names = async () => {
    const statements = sql<{ name: string }>`select name from pg_prepared_statements`
    return (await statements.execute(single)).rows.map(({ name }) => name)
  }
  for (const n of [1, 2, 3]) {
    const { rows } = await prepared('connect_test', sql`select ${n}::integer as n`).execute(single)
    expect(rows).toEqual([{ n }])
    await sql`select ${n}::integer as n, 'planned each time'`.execute(single)
  }
  expect(await names()).toEqual(['connect_test'])
  await single.destroy()
})

test('a prepared statement must not have two texts', async () => {
  await prepared('connect_test_text', sql`select 1`).execute(db)
  await expect(prepared('connect_test_text', sql`select 2`).execute(db)).rejects.toThrow('more than one text')
})

test('a transaction sends statements that do not wait for each other in one round trip, in order', async () => {
  const counter = countRoundTrips()
  const own = connect(url, { max: 1 })
  const { roundTrips, statements } = await counter.of(() =>
    own.transaction().execute(async (tx) => {
      const [one, two] = await Promise.all([
        sql`select 1 as n`.execute(tx),
        sql`select ${2}::int as n`.execute(tx),
      ])
      expect([one.rows, two.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]])
      later(tx, sql`select 3 as n`.execute(tx))
    }),
  )
  counter.stop()
  expect(roundTrips).toBe(2)
  expect(statements).toEqual(['select 1 as n', 'select $1::int as n', 'select 3 as n', 'commit'])
  await own.destroy()
})

describe('of a transaction', () => {
  const numbers = async () => {
    const { rows } = await sql<{ n: number }>`select n from number order by n`.execute(db)
    return rows.map(({ n }) => n)
  }
  const add = (tx: Transaction, n: number) => sql`insert into number values (${n})`.execute(tx)
  const write = (work: (tx: Transaction) => Promise<unknown>) => db.transaction().execute(work)
  beforeAll(() => sql`create table number (n integer primary key check (n < 100))`.execute(db))
  beforeEach(() => sql`truncate number`.execute(db))

  test('nothing is sent if no statement runs', async () => {
    expect(await write(async () => 'nothing')).toBe('nothing')
    expect(await numbers()).toEqual([])
  })

  test('the first statement belongs to it', async () => {
    const failing = write(async (tx) => {
      await add(tx, 1)
      throw new Error('Changed my mind')
    })
    await expect(failing).rejects.toThrow('Changed my mind')
    expect(await numbers()).toEqual([])
  })

  test('the first failure is the error of all that follows, and nothing is written', async () => {
    for (const work of [
      (tx: Transaction) => add(tx, 100),
      async (tx: Transaction) => later(tx, add(tx, 100)),
      (tx: Transaction) => Promise.all([add(tx, 1), add(tx, 100), add(tx, 2)]),
      async (tx: Transaction) => {
        later(tx, add(tx, 100))
        return add(tx, 2)
      },
      async (tx: Transaction) => {
        await add(tx, 1)
        later(tx, add(tx, 2))
        later(tx, add(tx, 100))
        later(tx, add(tx, 3))
      },
    ]) {
      await expect(write(work)).rejects.toMatchObject({ constraint: 'number_n_check' })
      expect(await numbers()).toEqual([])
    }
    await write((tx) => add(tx, 4))
    expect(await numbers()).toEqual([4])
  })

  test('who explains a failure is heard before who only follows it', async () => {
    const explained = write(async (tx) =>
      Promise.all([
        add(tx, 100).catch(async () => {
          await Promise.resolve()
          throw new Error('Numbers end at 99')
        }),
        add(tx, 1),
      ]),
    )
    await expect(explained).rejects.toThrow('Numbers end at 99')
  })

  test('nothing is committed if the connection is lost, and the loss is reported', async () => {
    const lost = write(async (tx) => {
      later(tx, add(tx, 1))
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(lost).rejects.toThrow(/terminat/)
    expect(await numbers()).toEqual([])
  })

  test('a prepared first statement is planned each time, and later ones keep their plan', async () => {
    const single = connect(url, { max: 1 })
    const statement = (n: number) => prepared('connect_test_first', sql`select ${n}::integer as first`)
    for (const n of [1, 2]) {
      const both = await single.transaction().execute(async (tx) => {
        const [one, two] = await Promise.all([statement(n).execute(tx), statement(n + 5).execute(tx)])
        return [one.rows, two.rows]
      })
      expect(both).toEqual([[{ first: n }], [{ first: n + 5 }]])
    }
    await single.destroy()
  })
})
