import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { later } from '#server/db/connect.ts'
import { testDatabase } from '#test/harness/app/database.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const wait = sql`select pg_sleep(0.01)`

test('a statement that starts while its transaction rolls back does not run', async () => {
  await sql`create table note (text text)`.execute(db)
  const late: Promise<unknown>[] = []
  const work = db.transaction().execute(async (tx) => {
    const slow = async () => {
      await wait.execute(tx)
      await sql`select repeat('x', 100000)`.execute(tx)
      await sql`insert into note values ('late')`.execute(tx)
    }
    const writing = slow()
    writing.catch(() => {})
    late.push(writing)
    await wait.execute(tx)
    throw new Error('refused')
  })
  await expect(work).rejects.toThrow('refused')
  await Promise.allSettled(late)
  const { rows } = await sql`select * from note`.execute(db)
  expect(rows).toEqual([])
})

test('a write that starts after the commit is refused, and the process warns of it', async () => {
  // The listener of the tests would fail this one.
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  const warned = once(process, 'warning')
  await db.transaction().execute(async (tx) => {
    const twoSteps = async () => {
      await wait.execute(tx)
      await sql`select 1`.execute(tx)
    }
    later(tx, twoSteps())
  })
  const [{ message }] = (await warned) as [Error]
  for (const listener of listeners) process.on('warning', listener)
  expect(message).toMatch(/commit/)
})
