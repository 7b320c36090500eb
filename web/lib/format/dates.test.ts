import { expect, it } from 'vitest'
import { formatDayRange, daysFromNow, formatDateTime } from './dates.ts'

const kolkata = { locale: 'en-IN', timeZone: 'Asia/Kolkata' }

it('formats a range of days', () => {
  const range = (from: number, to: number, now: string) =>
    formatDayRange(daysFromNow(from, new Date(now)), daysFromNow(to, new Date(now)), kolkata)
  expect(range(3, 6, '2026-11-21T18:29:00Z')).toMatch(/^24\s?–\s?27 November$/)
  expect(range(3, 11, '2026-11-21T12:00:00Z')).toMatch(/^24 November\s?–\s?2 December$/)
  expect(range(2, 2, '2026-12-30T12:00:00Z')).toBe('1 January')
})

it('uses the time zone of the shop', () => {
  const iso = '2026-11-21T20:00:00Z'
  expect(formatDateTime(iso, kolkata)).toMatch(/^22 Nov 2026, 1:30\sam$/)
  expect(formatDateTime(iso, { ...kolkata, timeZone: 'America/New_York' })).toMatch(/^21 Nov 2026, 3:00\spm$/)
})
