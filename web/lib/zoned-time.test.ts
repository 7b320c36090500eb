import { expect, test } from 'vitest'
import { momentAt, wallTime } from './zoned-time.ts'

test('what a clock in the shop shows becomes a moment, and back', () => {
  expect(momentAt('2026-01-31T18:30', 'Asia/Kolkata')).toBe('2026-01-31T13:00:00.000Z')
  expect(wallTime('2026-01-31T13:00:00.000Z', 'Asia/Kolkata')).toBe('2026-01-31T18:30')
  expect(momentAt('2026-07-01T00:00', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z')
  expect(momentAt('', 'Asia/Kolkata')).toBe('')
})

test('on the days on which clocks change too', () => {
  const zone = 'Europe/Berlin'
  for (const wall of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:30', '2026-10-25T03:30'])
    expect(wallTime(momentAt(wall, zone), zone), wall).toBe(wall)
  expect(momentAt('2026-03-29T03:00', zone)).toBe('2026-03-29T01:00:00.000Z')
})
