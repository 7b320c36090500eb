import { expect, it } from 'vitest'
import { formatDateTime } from './dates.ts'

const kolkata = { locale: 'en-IN', timeZone: 'Asia/Kolkata' }

it('uses the time zone of the shop', () => {
  const iso = '2026-11-21T20:00:00Z'
  expect(formatDateTime(iso, kolkata)).toMatch(/^22 Nov 2026, 1:30\sam$/)
  expect(formatDateTime(iso, { ...kolkata, timeZone: 'America/New_York' })).toMatch(/^21 Nov 2026, 3:00\spm$/)
})
