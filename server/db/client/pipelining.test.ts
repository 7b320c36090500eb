import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

test('a statement that starts while its transaction rolls back does not run', async () => {
  await sql`create table note (text text)`.execute(db)
  const late: Promise<unknown>[] = []
  const wait = sql`select pg_sleep(0.01)`
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
