import { expect, test } from 'vitest'
import { chooseExpired } from './retention.rules.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const day = 86_400_000

/** The days that stay of one backup each night up to 2026-11-23, a Monday. */
function retainedOf(nights: number): string[] {
  const moments = Array.from({ length: nights }, (_, night) => at('2026-11-23T03:00') - night * day)
  const expired = new Set(chooseExpired(moments))
  return moments
    .filter((moment) => !expired.has(moment))
    .map((moment) => new Date(moment).toISOString().slice(0, 10))
}

test('keeps the newest of 7 days, 4 weeks and 12 months', () => {
  expect(retainedOf(5)).toHaveLength(5)
  expect(retainedOf(800)).toEqual([
    // days
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
    // Sundays; the week of the 23rd and that of the 22nd are among the days
    '2026-11-15',
    '2026-11-08',
    // ends of months
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ])
})

test('pruning every night keeps the same as pruning at once', () => {
  let retained: number[] = []
  for (let night = 0; night < 800; night++) {
    retained.push(at('2026-11-23T03:00') - (799 - night) * day)
    const expired = new Set(chooseExpired(retained))
    retained = retained.filter((moment) => !expired.has(moment))
  }
  const days = retained.map((moment) => new Date(moment).toISOString().slice(0, 10)).toReversed()
  expect(days).toEqual(retainedOf(800))
})

test('of several on a day keeps the newest, and never loses the only ones of a shop that slept', () => {
  const morning = at('2026-11-23T03:00')
  const noon = at('2026-11-23T12:00')
  expect(chooseExpired([morning, noon])).toEqual([morning])
  expect(chooseExpired([at('2019-05-01T03:00'), at('2019-05-02T03:00')])).toEqual([])
  expect(chooseExpired([])).toEqual([])
})
