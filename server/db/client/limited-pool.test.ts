import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { connect, isAnswering, isStalled, type Database } from '../connect.ts'
import { createBudget, OutOfTimeError, waitWithinBudget, withinBudget } from './budget.ts'

const { db: direct, url, drop } = await testDatabase()
const proxy = await cuttable()
const proxied = proxy.through(url)
const opened: Database[] = []
afterEach(async () => {
  proxy.mend()
  await Promise.all(opened.splice(0).map((db) => db.destroy()))
})
afterAll(async () => {
  await proxy.close()
  await drop()
})

function open(max = 4): Database {
  const db = connect(proxied, { max })
  opened.push(db)
  return db
}

const pid = async (db: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
const within = <T>(ms: number, work: () => Promise<T>, kind = 'test') =>
  withinBudget(createBudget(kind, ms), work)

/** Statements of other sessions that run now and contain this text. */
const running = async (text: string) => {
  const { rows } = await sql`select from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid() and query like ${`%${text}%`}`.execute(direct)
  return rows.length
}

test('a connection that does not answer in time is closed, and the next statement gets another', async () => {
  const db = open(1)
  const before = await pid(db)
  proxy.silence()
  await expect(within(100, () => pid(db))).rejects.toThrow(OutOfTimeError)
  expect([isAnswering(db), isStalled(db)]).toEqual([false, true])
  // Without hanging up: the old connection stays dead.
  proxy.heal()
  expect(await pid(db)).not.toBe(before)
  expect(isAnswering(db)).toBe(true)
})

test('after a timeout, connections that were silent since then are checked before their next use', async () => {
  const db = open(8)
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.2)`.execute(db)))
  proxy.silence()
  await expect(within(100, () => pid(db))).rejects.toThrow(OutOfTimeError)
  await expect(within(100, () => pid(db))).rejects.toThrow(OutOfTimeError)
  proxy.heal()
  // A single statement, without the error of a dead connection.
  expect(await within(2500, () => pid(db))).toBeGreaterThan(0)
})

test('the statements of a request share its time, and other work does not use it up', async () => {
  const db = open()
  const nap = () => sql`select pg_sleep(0.2)`.execute(db)
  await within(5000, async () => {
    await nap()
    await nap()
  })
  const late = within(300, async () => {
    await nap()
    await nap()
  })
  await expect(late).rejects.toThrow(OutOfTimeError)
  await within(800, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await pid(db)
  })
})

test('a transaction out of time changes nothing and ends at the server', async () => {
  const db = open()
  const late = within(200, () =>
    db.transaction().execute(async (tx) => {
      await tx.insertInto('shop').values({ config_id: 99, name: 'Late' }).execute()
      await sql`select pg_sleep(2.4) as transaction_out_of_time`.execute(tx)
    }),
  )
  await expect(late).rejects.toThrow(OutOfTimeError)
  await expect.poll(() => running('transaction_out_of_time'), { timeout: 2000 }).toBe(0)
  expect(await direct.selectFrom('shop').select('name').where('config_id', '=', 99).execute()).toEqual([])
})

test('a request whose time is over between two statements leaves no transaction behind', async () => {
  const db = open(1)
  const before = await pid(db)
  const budget = createBudget('test', 1000)
  const late = withinBudget(budget, () =>
    db.transaction().execute(async (tx) => {
      await tx.insertInto('shop').values({ config_id: 98, name: 'Late' }).execute()
      budget.startWait()
      await new Promise((resolve) => setTimeout(resolve, 1000))
      budget.endWait()
      await tx.updateTable('shop').set({ name: 'Later' }).where('config_id', '=', 98).execute()
    }),
  )
  await expect(late).rejects.toThrow(OutOfTimeError)
  expect(await pid(db)).not.toBe(before)
  // Nobody holds the key.
  await direct.insertInto('shop').values({ config_id: 98, name: 'Next' }).execute()
})

test('calls that wait for a lock leave connections to others', async () => {
  const db = open(4)
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = direct.transaction().execute(async (tx) => {
    await sql`lock table product in access exclusive mode`.execute(tx)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const blocked = Array.from({ length: 8 }, () =>
    within(5000, () => sql`select from product`.execute(db), 'lists').catch((error: unknown) => error),
  )
  await expect.poll(() => running('select from product')).toBe(3)
  expect(await within(5000, () => pid(db), 'session')).toBeGreaterThan(0)
  held.resolve()
  await lock
  await Promise.all(blocked)
})

test('a request waits within its own time for work that another one started', async () => {
  const { promise: shared, resolve } = Promise.withResolvers<string>()
  await expect(within(50, () => waitWithinBudget(shared))).rejects.toThrow(OutOfTimeError)
  const patient = within(5000, () => waitWithinBudget(shared))
  resolve('done')
  expect(await patient).toBe('done')
})
