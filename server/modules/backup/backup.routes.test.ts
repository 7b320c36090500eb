import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import pino from 'pino'
import { sql } from 'kysely'
import { getBackups, requestBackup } from '#contract/backup/backup.ts'
import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { backupJob } from './backup.job.ts'
import { requestNightlyBackup } from './backup.writes.ts'

const { app, db, url, stop } = await testApp({
  env: { BACKUP_KEY: 'a passphrase that is long enough', BACKUP_DIR: '/mnt/backups', BACKUP_TIME: '02:30' },
})
const off = await testApp()
afterAll(() => Promise.all([stop(), off.stop()]))
let staff: Client
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
})
beforeEach(() => sql`delete from backup`.execute(db))

const read = async () => (await staff.send(getBackups)).answer.data
const count = async () => (await read()).backups.length

test('the dashboard sees what is planned, what ran, and the last proof', async () => {
  expect(await read()).toEqual({
    state: 'on',
    folder: '/mnt/backups',
    nightlyAt: '02:30',
    lastProof: null,
    backups: [],
  })
  const common = { config_id: 1, started_at: new Date(), finished_at: new Date() }
  await db
    .insertInto('backup')
    .values({ ...common, file: 'a', bytes: 5, proof_seconds: 41 })
    .execute()
  await db
    .insertInto('backup')
    .values({ ...common, error: 'The disk is full.' })
    .execute()
  await staff.send(requestBackup)
  await staff.send(requestBackup)
  const { backups, lastProof } = await read()
  expect(backups.map(({ state }) => state)).toEqual(['waiting', 'failed', 'proved'])
  expect(lastProof).toMatchObject({ file: 'a', bytes: 5, proofSeconds: 41, isKept: true })
})

test('a shop that makes no backups says so and accepts no request', async () => {
  const other = await signedIn(off.app, (await newUser(off.db, { role_id: 1 })).email)
  expect((await other.send(getBackups)).answer.data).toMatchObject({ state: 'off', folder: null })
  expect(await other.send(requestBackup)).toMatchObject({ status: 409, code: 'backups_off' })
})

test('a nightly backup is requested once a night', async () => {
  await requestNightlyBackup(db, '03:00')
  await requestNightlyBackup(db, '03:00')
  expect(await count()).toBe(1)
  await sql`update backup set started_at = now(), finished_at = now(), error = 'No'`.execute(db)
  await requestNightlyBackup(db, '03:00')
  expect(await count()).toBe(1)
  await sql`update backup set requested_at = now() - interval '25 hours'`.execute(db)
  await requestNightlyBackup(db, '03:00')
  expect(await count()).toBe(2)
})

test('the job starts a requested backup at once, and notices one whose process died', async () => {
  await sql`insert into backup (config_id, started_at) values (1, now())`.execute(db)
  let runs = 0
  const backUp = async () => {
    runs++
    await sql`update backup set started_at = now(), finished_at = now(), file = 'b' where finished_at is null`.execute(
      db,
    )
  }
  const jobs = createJobRunner({ databaseUrl: url, log: pino({ enabled: false }) })
  onTestFinished(jobs.stop)
  const job = backupJob({
    databaseUrl: url,
    origin: 'https://shop.example',
    time: 'off',
    backUp,
    intervalMs: 60_000,
  })
  jobs.start({ ...job, firstRunMs: 0 })
  const states = async () => (await read()).backups.map(({ state }) => state)
  await expect.poll(states).toEqual(['failed'])
  await expect.poll(() => jobs.stats()[0]?.runs).toBe(1)
  await staff.send(requestBackup)
  await expect.poll(states).toEqual(['proved', 'failed'])
  expect(runs).toBe(1)
})
