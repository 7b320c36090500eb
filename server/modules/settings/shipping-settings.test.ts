import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSettings, updateShipping } from '#contract/settings/settings.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import type { Client } from '#test/harness/people/client.ts'
import { shipping, times } from '#test/harness/data/shipping.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let admin: Client

beforeAll(async () => {
  admin = (await newcomer(db, app, { role_id: 1 })).browser
})
beforeEach(() => db.deleteFrom('setting').execute())

const settings = async () => (await admin.send(getSettings)).answer.data
const everywhere = {
  name: 'Metro',
  countries: ['IN'],
  states: [],
  pincodes: [{ from: '110001', to: '110096' }],
  rate: { kind: 'flat', amount: 49.5 },
  freeFrom: null,
  days: null,
  cash: true,
}

test('stores zones exactly, and minor units in the audit log', async () => {
  const byWeight = {
    ...everywhere,
    name: 'Far',
    rate: {
      kind: 'weight',
      steps: [
        { upTo: 0.5, amount: 50 },
        { upTo: null, amount: 120.25 },
      ],
    },
    freeFrom: 2000,
  }
  const byAmount = {
    ...byWeight,
    name: 'Abroad',
    countries: ['US', 'GB'],
    rate: { ...byWeight.rate, kind: 'amount' },
  }
  const zones = [everywhere, byWeight, byAmount]
  expect(await admin.send(updateShipping, { ...shipping, zones })).toMatchObject({ status: 200 })
  const { version, ...stored } = (await settings()).shipping
  expect(stored).toEqual({ ...shipping, ...times, zones })
  const entry = await db
    .selectFrom('audit_entry')
    .select(['subject', 'subject_id', 'after'])
    .where('subject_id', '=', '4')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ subject: 'setting', subject_id: '4' })
  expect(entry.after).toMatchObject({
    zones: [{ rate: { amount: 4_950 } }, { rate: { steps: [{ upTo: 0.5, amount: 5_000 }, {}] } }, {}],
  })
  const late = await admin.send(updateShipping, { ...shipping, version: version - 1 })
  expect(late).toMatchObject({ status: 409, code: 'version_conflict' })
})

test('refuses invalid zones and names the fields', async () => {
  const steps = (...upTo: (number | null)[]) => ({
    kind: 'weight',
    steps: upTo.map((limit) => ({ upTo: limit, amount: 1 })),
  })
  const wrong: [string, object][] = [
    ['zones.0.name', { name: ' ' }],
    ['zones.0.countries', { countries: [] }],
    ['zones.0.countries.0', { countries: ['India'] }],
    ['zones.0.pincodes.0', { pincodes: [{ from: '2', to: '1' }] }],
    ['zones.0.pincodes.0', { pincodes: [{ from: '110096', to: '110001' }] }],
    ['zones.0.pincodes.0', { pincodes: [{ from: '110', to: '110001' }] }],
    ['zones.0.rate', { rate: { kind: 'distance', amount: 1 } }],
    ['zones.0.rate.amount', { rate: { kind: 'flat', amount: -1 } }],
    ['zones.0.rate.steps', { rate: steps() }],
    ['zones.0.rate.steps', { rate: steps(1) }],
    ['zones.0.rate.steps', { rate: steps(2, 1, null) }],
    ['zones.0.rate.steps', { rate: steps(null, null) }],
    ['zones.0.freeFrom', { freeFrom: '5' }],
    ['zones.0.days.to', { days: { from: 3, to: 2 } }],
    ['zones.0.days.from', { days: { from: 1.5, to: 2 } }],
    ['zones.0.cash', { cash: 'maybe' }],
  ]
  for (const [path, change] of wrong) {
    const refused = await admin.send(updateShipping, { ...shipping, zones: [{ ...everywhere, ...change }] })
    expect(refused.status).toBe(400)
    expect(refused.issues?.[0]?.path.startsWith(path), `${path} ${JSON.stringify(refused.issues)}`).toBe(true)
  }
  const twice = [everywhere, { ...everywhere, name: 'METRO' }]
  expect((await admin.send(updateShipping, { ...shipping, zones: twice })).status).toBe(400)
  for (const flat of [null, '99', -1, 1e11, NaN, [], {}, true]) {
    expect((await admin.send(updateShipping, { ...shipping, flat })).status).toBe(400)
  }
  expect((await settings()).shipping).toMatchObject(shipping)
})

test('stores delivery times, the express rate in minor units, and keeps those that are not sent', async () => {
  const changed = {
    ...times,
    express_amount: 149.5,
    days_to: 3,
    cutoff_hour: 24,
    weekdays: [7],
    holidays: ['2026-12-25'],
  }
  expect((await admin.send(updateShipping, { ...shipping, ...changed })).status).toBe(200)
  expect((await admin.send(updateShipping, { ...shipping, flat: 10 })).status).toBe(200)
  expect((await settings()).shipping).toMatchObject({ ...changed, flat: 10 })
  const stored = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'shipping.express_amount')
    .executeTakeFirst()
  expect(stored?.value).toBe(14_950)
  const wrong: [object, string][] = [
    [{ days_from: 7 }, 'days_to'],
    [{ express_from: 3 }, 'express_to'],
    [{ cutoff_hour: 25 }, 'cutoff_hour'],
    [{ cutoff_hour: 9.5 }, 'cutoff_hour'],
    [{ weekdays: [] }, 'weekdays'],
    [{ weekdays: [1, 1] }, 'weekdays'],
    [{ weekdays: [8] }, 'weekdays.0'],
    [{ holidays: ['2026-02-30'] }, 'holidays.0'],
  ]
  for (const [change, path] of wrong)
    expect(await admin.send(updateShipping, { ...shipping, ...times, ...change })).toMatchObject({
      status: 400,
      issues: [{ path }],
    })
})
