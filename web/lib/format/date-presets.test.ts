import { expect, it } from 'vitest'
import { datePresets } from './date-presets.ts'

const periods = (now: string) =>
  datePresets(new Date(now), { timeZone: 'Asia/Kolkata' }).map(({ from, to }) => `${from} ${to}`)

it('periods are whole days of the shop’s time zone, also over the end of a year', () => {
  expect(periods('2026-11-24T06:00:00Z')).toEqual([
    '2026-11-24 2026-11-24',
    '2026-11-18 2026-11-24',
    '2026-11-01 2026-11-24',
    '2026-10-01 2026-10-31',
    '2026-10-01 2026-11-24',
    '2026-04-01 2026-11-24',
  ])
  // Half past midnight of 3 January in India.
  expect(periods('2027-01-02T19:00:00Z')).toEqual([
    '2027-01-03 2027-01-03',
    '2026-12-28 2027-01-03',
    '2027-01-01 2027-01-03',
    '2026-12-01 2026-12-31',
    '2027-01-01 2027-01-03',
    '2026-04-01 2027-01-03',
  ])
})
