import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { connect } from './connect.ts'
import { prepared } from './prepared.ts'

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
