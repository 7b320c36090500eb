import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { replicatedDatabase } from '#test/harness/cluster/replicated-database.ts'
import { readConfig } from '../../config.ts'
import { connect, type Database } from '../connect.ts'
import { openReplicas } from './replicas.ts'

const { url, replicaUrls, stop } = await replicatedDatabase(2)
afterAll(stop)
const primary = connect(url)
const direct = replicaUrls.map((replicaUrl) => connect(replicaUrl, { max: 1 }))
afterAll(() => Promise.all([primary, ...direct].map((db) => db.destroy())))
beforeAll(() => sql`create table written (n int)`.execute(primary))

const openAt = (db: Database, urls: readonly string[]) =>
  openReplicas(
    db,
    readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: urls.join(', ') }),
    pino({ level: 'silent' }),
  )!
/** The replicas of a test, once all answer. */
async function opened(db: Database = primary, urls: readonly string[] = replicaUrls) {
  const replicas = openAt(db, urls)
  onTestFinished(replicas.close)
  await expect.poll(() => replicas.stats().every(({ isAnswering }) => isAnswering)).toBe(true)
  return replicas
}

let last = 0
const write = () => sql`insert into written values (${++last})`.execute(primary)
const newest = async (db: Database) =>
  (await sql<{ n: number }>`select max(n) as n from written`.execute(db)).rows[0]?.n

const pauseReplay = async (...paused: Database[]) => {
  for (const db of paused) await sql`select pg_wal_replay_pause()`.execute(db)
  onTestFinished(async () => {
    for (const db of paused) await sql`select pg_wal_replay_resume()`.execute(db)
  })
}

test('a read on a replica sees every write that was committed before it', async () => {
  const replicas = await opened()
  let reads = 0
  for (let count = 0; count < 50; count++) {
    await write()
    const choice = await replicas.choose()
    if (!choice) continue
    reads++
    expect(choice.isFresh).toBe(true)
    expect(await newest(choice.db)).toBe(last)
  }
  expect(reads).toBeGreaterThan(0)
})

test('replicas answer in turn', async () => {
  const replicas = await opened()
  for (let count = 0; count < 10; count++) await replicas.choose()
  expect(replicas.stats().map(({ reads }) => reads)).toEqual([5, 5])
})

test('a replica that is behind is passed over until it has caught up', async () => {
  const replicas = await opened()
  await pauseReplay(direct[0]!)
  await write()
  for (let count = 0; count < 6; count++) {
    const choice = await replicas.choose()
    expect(choice && (await newest(choice.db))).toBe(last)
  }
  expect(replicas.stats()[0]?.reads).toBe(0)
  await sql`select pg_wal_replay_resume()`.execute(direct[0]!)
  await expect
    .poll(async () => {
      await replicas.choose()
      return replicas.stats()[0]?.reads
    })
    .toBeGreaterThan(0)
})

test('if all are behind, the primary answers', async () => {
  const replicas = await opened()
  await pauseReplay(...direct)
  await write()
  expect(await replicas.choose()).toBeUndefined()
})

test('a replica that hangs is left out, ends the reads that wait for it, and comes back', async () => {
  const proxy = await cuttable()
  onTestFinished(proxy.close)
  const replicas = await opened(primary, [proxy.through(replicaUrls[0]!)])
  const choice = await replicas.choose()
  const sleeping = sql`select pg_sleep(20)`.execute(choice!.db).catch((error: Error) => error)
  await wait(100)
  proxy.silence()
  expect(await sleeping).toBeInstanceOf(Error)
  expect(replicas.isAnswering()).toBe(false)
  expect(await replicas.choose()).toBeUndefined()
  proxy.mend()
  await expect.poll(() => replicas.isAnswering(), { timeout: 5000 }).toBe(true)
  expect(await newest((await replicas.choose())!.db)).toBe(last)
})

test('while the primary does not answer, a replica answers with what it has and says so', async () => {
  const proxy = await cuttable()
  onTestFinished(proxy.close)
  const db = connect(proxy.through(url), { max: 2 })
  onTestFinished(() => db.destroy())
  const replicas = await opened(db)
  await write()
  proxy.cut()
  const choice = await replicas.choose()
  expect(choice?.isFresh).toBe(false)
  expect(await newest(choice!.db)).toBeGreaterThan(0)
})

test('a server that is no replica is left out', async () => {
  const replicas = openAt(primary, [url])
  onTestFinished(replicas.close)
  await wait(700)
  expect(replicas.stats()).toMatchObject([{ isAnswering: false }])
  expect(await replicas.choose()).toBeUndefined()
})
