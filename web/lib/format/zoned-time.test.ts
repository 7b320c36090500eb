import { expect, test } from 'vitest'
import { wallTimeToIso, wallTime } from './zoned-time.ts'

test('converts local time to UTC and back', () => {
  expect(wallTimeToIso('2026-01-31T18:30', 'Asia/Kolkata')).toBe('2026-01-31T13:00:00.000Z')
  expect(wallTime('2026-01-31T13:00:00.000Z', 'Asia/Kolkata')).toBe('2026-01-31T18:30')
  expect(wallTimeToIso('2026-07-01T00:00', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z')
  expect(wallTimeToIso('', 'Asia/Kolkata')).toBe('')
})

test('converts times on the days when clocks change', () => {
  const zone = 'Europe/Berlin'
  for (const wall of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:30', '2026-10-25T03:30'])
    expect(wallTime(wallTimeToIso(wall, zone), zone), wall).toBe(wall)
  expect(wallTimeToIso('2026-03-29T03:00', zone)).toBe('2026-03-29T01:00:00.000Z')
})
