import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getOverview } from '#contract/reports/report.ts'
import { getLiveVisitors, recordVisit } from '#contract/reports/visit.ts'
import { updateRetention } from '#contract/settings/settings.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { visitorHash } from './visitor-hash.ts'

const { app, db, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Client
beforeAll(async () => {
  staff = (await staffWith(db, app, ['reports', 'settings'])).browser
})
beforeEach(async () => {
  await db.deleteFrom('visitor').execute()
  await db.deleteFrom('visit_count').execute()
})

const visit = (browser: string) => client(app).send(recordVisit, {}, { 'user-agent': browser })
const live = async () => (await staff.send(getLiveVisitors, {})).answer.data.visitors
const visitors = async (days: '1' | '7' = '1') => {
  const { data } = (await staff.send(getOverview, { days })).answer
  return [data.visitors, data.visitorsBefore]
}

test('counts each browser once a day, and knows who is there now', async () => {
  expect(await visitors()).toEqual([null, null])
  await Promise.all(['A', 'A', 'B', 'A', 'C'].map((browser) => visit(browser)))
  expect(await live()).toBe(3)
  expect(await visitors()).toEqual([3, null])
  await sql`update visitor set seen_at = now() - interval '6 minutes'`.execute(db)
  expect(await live()).toBe(0)
  await visit('B')
  expect([await live(), ...(await visitors())]).toEqual([1, 3, null])
})

test('compares with the period before, up to the same hour', async () => {
  await sql`insert into visit_count (config_id, hour, visitors) values
    (1, date_trunc('hour', now()), 4), (1, date_trunc('hour', now() - interval '7 days'), 2),
    (1, date_trunc('hour', now() - interval '7 days') + interval '2 hours', 100)`.execute(db)
  expect((await visitors('7'))[1]).toBe(2)
})

test('leaves staff out', async () => {
  await staff.send(recordVisit, {})
  expect(await live()).toBe(0)
})

test('counts nothing once it is turned off', async () => {
  const settings = { visitor_days: 180, email_days: 90, event_days: 30, import_days: 30 }
  await staff.send(updateRetention, { ...settings, count_visitors: false })
  await visit('A')
  expect([await live(), ...(await visitors())]).toEqual([null, null, null])
  await staff.send(updateRetention, { ...settings, count_visitors: true })
  expect(await live()).toBe(0)
})

test('deletes what tells visitors apart within a day', async () => {
  await visit('A')
  await sql`update visitor set seen_at = now() - interval '25 hours'`.execute(db)
  await runHousekeeping(db, openUploadsFolder(dataDir), pino({ enabled: false }))
  expect(await db.selectFrom('visitor').selectAll().execute()).toEqual([])
  expect(await visitors()).toEqual([1, null])
})

test('gives the same person another hash on the next day', () => {
  const sender = {
    shop: { shopId: 1 },
    services: { keyedHash: keyedHash('a secret') },
    clientAddress: '192.0.2.1',
    userAgent: 'A',
  } as Parameters<typeof visitorHash>[0]
  const hashes = ['2026-03-01T01:00Z', '2026-03-01T23:00Z', '2026-03-02T01:00Z'].map((time) =>
    visitorHash(sender, new Date(time)).toString('hex'),
  )
  expect(hashes[0]).toBe(hashes[1])
  expect(hashes[2]).not.toBe(hashes[0])
})
