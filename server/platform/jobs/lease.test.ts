import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { runCode } from '#test/harness/app/run-code.ts'
import { createJobRunner } from './job-runner.ts'
import { createLease, exactly } from './lease.ts'

const { db, url, drop } = await testDatabase()
afterAll(drop)
const log = pino({ level: 'silent' })

beforeAll(() =>
  sql`create table act (host text not null, at timestamptz not null default clock_timestamp())`.execute(db),
)
beforeEach(async () => {
  await sql`delete from job_lease`.execute(db)
  await sql`delete from act`.execute(db)
})

const leaseOf = (host: string, more: Partial<Parameters<typeof createLease>[0]> = {}) => {
  const lease = createLease({ databaseUrl: url, log, holder: randomUUID(), host, ...more })
  onTestFinished(lease.release)
  return lease
}

/** A host in a process of its own. Its job writes a row every few milliseconds while it may, in one run. */
const startHost = (host: string) =>
  runCode(`import pino from 'pino'
    import { sql } from 'kysely'
    import { connect } from '#server/db/connect.ts'
    import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
    import { createLease } from '#server/platform/jobs/lease.ts'
    const databaseUrl = ${JSON.stringify(url)}
    const host = ${JSON.stringify(host)}
    const log = pino({ level: 'silent' })
    const db = connect(databaseUrl, { max: 1 })
    const lease = createLease({ databaseUrl, log, holder: '${randomUUID()}', host })
    createJobRunner({ databaseUrl, log, lease }).start({
      name: 'act', intervalMs: 10, firstRunMs: 0,
      async run(signal) {
        while (!signal.aborted) await sql\`insert into act (host) select \${host} from pg_sleep(0.005)\`.execute(db)
      },
    })
    console.log('started')`)

/** The host that acted last. */
const actor = async () =>
  (await sql<{ host: string }>`select host from act order by at desc limit 1`.execute(db)).rows[0]?.host
const acts = async (host: string) =>
  (await sql<{ count: number }>`select count(*) from act where host = ${host}`.execute(db)).rows[0]?.count ??
  0

/** The seconds until the host acts. */
async function secondsUntilActor(host: string): Promise<number> {
  const begin = performance.now()
  await expect.poll(actor, { timeout: 30_000, interval: 50 }).toBe(host)
  return (performance.now() - begin) / 1000
}

test('the jobs of a frozen host pass to another within 10 s, it does nothing when it wakes, and gets them from a killed one', async () => {
  const one = await startHost('one')
  await secondsUntilActor('one')
  const other = await startHost('other')
  await wait(1500) // long enough for the other to ask
  expect(await acts('other')).toBe(0)

  one.kill('SIGSTOP')
  const frozen = await secondsUntilActor('other')
  const before = await acts('one')
  one.kill('SIGCONT')
  await wait(1500)
  expect(await acts('one')).toBe(before)

  other.kill('SIGKILL')
  const killed = await secondsUntilActor('one')
  process.stdout.write(
    `Taken over after ${frozen.toFixed(1)} s from a frozen and ${killed.toFixed(1)} s from a killed host\n`,
  )
  // A busy machine may take longer than the 9 s of the lease.
  for (const seconds of [frozen, killed]) expect(seconds).toBeLessThan(12)
}, 60_000)

test('a host that stops hands the jobs over at once, after the run under way', async () => {
  const events: string[] = []
  const hosts = ['one', 'other'].map((host) =>
    createJobRunner({ databaseUrl: url, log, lease: leaseOf(host) }),
  )
  const [one, other] = hosts as [(typeof hosts)[0], (typeof hosts)[0]]
  await expect.poll(() => hosts.filter((host) => host.isLeading())).toHaveLength(1)
  const [first, second] = one.isLeading() ? [one, other] : [other, one]
  const job = (run: () => Promise<unknown>) => ({ name: 'job', intervalMs: 60_000, firstRunMs: 0, run })
  const disk = { ...job(async () => events.push('on every host')), everyHost: true }
  second.start(
    disk,
    job(async () => events.push('second')),
  )
  first.start(
    job(async () => {
      events.push('first begins')
      await wait(200)
      events.push('first ends')
    }),
  )
  await expect.poll(() => events).toContain('first begins')
  await first.stop()
  const stoppedAt = performance.now()
  expect(first.isLeading()).toBe(false)
  await expect.poll(() => events.at(-1), { timeout: 10_000 }).toBe('second')
  expect(performance.now() - stoppedAt).toBeLessThan(4000)
  expect(events).toEqual(['on every host', 'first begins', 'first ends', 'second'])
  await second.stop()
})

test('a host without the database ends its lease by itself, and another takes it', async () => {
  const proxy = await cuttable()
  onTestFinished(proxy.close)
  const one = leaseOf('one', { databaseUrl: proxy.through(url) })
  await expect.poll(one.isHeld).toBe(true)
  const term = one.term()
  proxy.silence()
  const other = leaseOf('other')
  await expect.poll(other.isHeld, { timeout: 20_000, interval: 20 }).toBe(true)
  expect(one.isHeld()).toBe(false)
  expect(term.aborted).toBe(true)
  proxy.mend()
  await other.release()
  await expect.poll(one.isHeld, { timeout: 10_000 }).toBe(true)
  expect(term.aborted).toBe(true)
}, 40_000)

test('the only host of a database goes on at once after a crash', async () => {
  await sql`insert into job_lease values ('jobs', ${randomUUID()}, 'crashed', now() + interval '1 hour')`.execute(
    db,
  )
  const lease = leaseOf('next', { isOnlyHost: true })
  await expect.poll(lease.isHeld, { timeout: 3000 }).toBe(true)
})

test('a signal is exact before any timer has run', () => {
  const controller = new AbortController()
  let isOver = false
  const signal = exactly(AbortSignal.any([controller.signal]), () => isOver && controller.abort())
  expect(signal.aborted).toBe(false)
  isOver = true
  expect(signal.aborted).toBe(true)
})
