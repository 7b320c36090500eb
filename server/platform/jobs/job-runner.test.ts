import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { registerJobMetrics } from '#server/http/server/job-metrics.ts'
import { backOffMs, createJobRunner } from './job-runner.ts'
import { drain, workOnClaimed, type Job } from './job.ts'

const { db, url, drop } = await testDatabase()
afterAll(drop)

beforeAll(() =>
  sql`create table task (id int primary key, worked_by text[] not null default '{}')`.execute(db),
)
beforeEach(() => sql`truncate task`.execute(db))

const addTasks = (count: number) => sql`insert into task select generate_series(1, ${count})`.execute(db)
const listTasks = async () =>
  (await sql<{ id: number; worked_by: string[] }>`select * from task order by id`.execute(db)).rows

/** Writes its name on one task at a time. */
const taskJob = (worker: string, more: Partial<Job> = {}): Job => ({
  name: 'tasks',
  intervalMs: 60_000,
  firstRunMs: 0,
  run: drain(
    async () =>
      (await workOnClaimed(
        db,
        async (tx) =>
          (
            await sql<{ id: number }>`select id from task where worked_by = '{}' order by id limit 1
              for update skip locked`.execute(tx)
          ).rows[0],
        async (tx, { id }) => {
          await sql`update task set worked_by = array_append(worked_by, ${worker}::text) where id = ${id}`.execute(
            tx,
          )
          return true
        },
      )) ?? false,
  ),
  ...more,
})

/** A runner that ends with the test, and the log lines that it has written. */
function runner() {
  const logged: { level: number; msg: string; job: string }[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const jobs = createJobRunner({ databaseUrl: url, log })
  onTestFinished(jobs.stop)
  return { ...jobs, logged }
}

const unworked = async () => (await listTasks()).filter(({ worked_by: by }) => by.length === 0).length

test('two runners work on each row once', async () => {
  await addTasks(200)
  for (const name of ['a', 'b']) runner().start(taskJob(name))
  await expect.poll(unworked).toBe(0)
  const workers = (await listTasks()).map(({ worked_by: by }) => by)
  expect(workers.every((by) => by.length === 1)).toBe(true)
  expect(new Set(workers.flat())).toEqual(new Set(['a', 'b']))
})

test('a row whose process is killed in the middle is worked on by another process', async () => {
  await addTasks(3)
  const code = `import { connect } from '#server/db/connect.ts'
    import { workOnClaimed } from '#server/platform/jobs/job.ts'
    import { sql } from 'kysely'
    const db = connect(${JSON.stringify(url)})
    await workOnClaimed(db,
      async (tx) => (await sql\`select id from task order by id limit 1 for update skip locked\`.execute(tx)).rows[0],
      async (tx, { id }) => {
        await sql\`update task set worked_by = '{killed}' where id = \${id}\`.execute(tx)
        console.log('claimed')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const { start } = runner()
  start(taskJob('survivor'))
  await expect.poll(unworked).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  runner().start(taskJob('survivor', { intervalMs: 20 }))
  await expect.poll(unworked).toBe(0)
  expect((await listTasks()).map(({ worked_by: by }) => by)).toEqual([
    ['survivor'],
    ['survivor'],
    ['survivor'],
  ])
})

test('waits twice as long after each failure in a row, up to 30 s', () => {
  expect([1, 2, 3, 4, 100].map((failures) => backOffMs(5000, failures))).toEqual([
    5000, 10_000, 20_000, 30_000, 30_000,
  ])
  expect(backOffMs(60_000, 3)).toBe(60_000)
})

test('a failing job is logged once for each outage, retried, and holds up no other job', async () => {
  const { start, stats, logged } = runner()
  let runs = 0
  let isBroken = true
  const failing: Job = {
    name: 'failing',
    intervalMs: 5,
    firstRunMs: 0,
    run: async () => {
      if (isBroken) throw new Error('no luck')
    },
  }
  start(failing, { name: 'healthy', intervalMs: 5, firstRunMs: 0, run: async () => runs++ })
  await expect.poll(() => stats()[0]?.failures).toBeGreaterThan(2)
  expect(runs).toBeGreaterThan(2)
  expect(stats()[0]?.lagSeconds).toBeGreaterThan(0)
  isBroken = false
  await expect.poll(() => logged.length).toBe(2)
  expect(logged).toMatchObject([
    { level: 40, job: 'failing', msg: 'job failed', err: { message: 'no luck' } },
    { level: 30, job: 'failing', msg: 'job works again' },
  ])
})

/** Whether a job listens to its channel. Each run asks its connection `select 1`. */
async function isListening(channel: string): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where application_name = ${`haat ${channel}`} and datname = current_database()
      and (query like 'listen%' or query = 'select 1') and state = 'idle'`.execute(db)
  return rows.length === 1
}

test('a notification starts the first run at once, too', async () => {
  const { start, stats } = runner()
  start({ name: 'first', intervalMs: 60_000, channel: 'first', run: async () => {} })
  await expect.poll(() => isListening('first')).toBe(true)
  await sql`select pg_notify('first', '')`.execute(db)
  await expect.poll(() => stats()[0]?.runs).toBe(1)
})

test('a notification starts the next run at once, also when it comes during a run', async () => {
  const { start, stats } = runner()
  let release = () => {}
  const firstRun = new Promise<void>((resolve) => (release = resolve))
  const run = async () => (stats()[0]?.runs === 0 ? firstRun : undefined)
  start({ name: 'woken', intervalMs: 60_000, firstRunMs: 0, channel: 'woken', run })
  const notify = () => sql`select pg_notify('woken', '')`.execute(db)
  await expect.poll(() => isListening('woken')).toBe(true)
  await notify()
  await wait(50)
  release()
  await expect.poll(() => stats()[0]?.runs).toBe(2)
  await notify()
  await expect.poll(() => stats()[0]?.runs).toBe(3)
})

test('stopping waits for the row under way, starts no other, and then closes the job', async () => {
  const events: string[] = []
  const { start, stop } = runner()
  const workOnNext = async () => {
    events.push('started')
    await wait(100)
    events.push('done')
    return true
  }
  start({
    name: 'slow',
    intervalMs: 1,
    firstRunMs: 0,
    run: drain(workOnNext),
    close: async () => events.push('closed'),
  })
  await expect.poll(() => events).toContain('started')
  await stop()
  await wait(50)
  expect(events).toEqual(['started', 'done', 'closed'])
})

test('metrics count runs, failures and duration of each job', async () => {
  const registry = new Registry()
  registerJobMetrics(registry, {
    isLeading: () => true,
    stats: () => [{ name: 'emails', runs: 7, failures: 2, durationSeconds: 1.5, lagSeconds: 0.25 }],
  })
  const text = await registry.metrics()
  for (const line of [
    'job_runs_total{job="emails"} 7',
    'job_failures_total{job="emails"} 2',
    'job_duration_seconds_total{job="emails"} 1.5',
    'job_lag_seconds{job="emails"} 0.25',
    'job_leader 1',
  ]) {
    expect(text).toContain(line)
  }
})
