import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { connect } from './connect.ts'

const { db, url, drop } = await testDatabase()
afterAll(drop)

const first = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows[0]

test('bigint is a number, numeric stays text', async () => {
  expect(await first(sql`select 9007199254740991::bigint as big, 0.10::numeric as exact`)).toEqual({
    big: 9007199254740991,
    exact: '0.10',
  })
})

test('a bigint that no number holds is an error', async () => {
  await expect(first(sql`select 9007199254740993::bigint as big`)).rejects.toThrow(
    '9007199254740993 is too large',
  )
  expect(await first(sql`select 1 as one`)).toEqual({ one: 1 })
})

test('a statement ends within 3 s, unless the handle was made for bulk work', async () => {
  expect(await first(sql`show statement_timeout`)).toEqual({ statement_timeout: '2500ms' })
  const bulk = connect(url, { limits: false, max: 1 })
  expect((await sql`show statement_timeout`.execute(bulk)).rows).toEqual([{ statement_timeout: '0' }])
  await bulk.destroy()
})

test('connections that were lost while idle are replaced', async () => {
  const own = connect(url)
  const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = (await pid.execute(own)).rows[0]!.pid
  await sql`select pg_terminate_backend(${before}, 3000)`.execute(db)
  const after = await pid.execute(own).catch(() => pid.execute(own))
  expect(after.rows[0]!.pid).not.toBe(before)
  await own.destroy()
})

test('what is said to be planned once is, and only that', async () => {
  const one = connect(url, { max: 1 })
  const planned = async () => {
    const statements = sql<{ count: number }>`select count(*)::integer as count from pg_prepared_statements`
    return (await statements.execute(one)).rows[0]?.count
  }
  for (const n of [1, 2, 3]) {
    const { rows } = await sql`/* planned once */ select ${n}::integer as n`.execute(one)
    expect(rows).toEqual([{ n }])
    await sql`select ${n}::integer as n`.execute(one)
  }
  expect(await planned()).toBe(1)
  await one.destroy()
})
