import { describe, expect, test } from 'vitest'
import { dayRangeText, deliveryDates, longDayText, type DeliveryCalendar } from './delivery-dates.ts'

const calendar: DeliveryCalendar = {
  cutoff_hour: 14,
  weekdays: [1, 2, 3, 4, 5, 6],
  holidays: [],
  timeZone: 'Asia/Kolkata',
}
const days = { from: 3, to: 6 }
const range = (at: string, changes: Partial<DeliveryCalendar> = {}, wanted = days) => {
  const { from, to } = deliveryDates({ ...calendar, ...changes }, wanted, new Date(at))
  return dayRangeText({ from, to }, 'en-IN')
}

describe('the delivery dates', () => {
  test('count working days from the day on which the shop packs', () => {
    expect(range('2026-11-23T13:59:59+05:30')).toBe('Thu 26 – Mon 30 Nov')
    expect(range('2026-11-23T14:00:00+05:30')).toBe('Fri 27 Nov – Tue 1 Dec')
    expect(range('2026-11-23T10:00:00+05:30', { weekdays: [1, 2, 3, 4, 5, 6, 7] })).toBe(
      'Thu 26 – Sun 29 Nov',
    )
    expect(range('2026-11-21T14:00:00+05:30')).toBe('Thu 26 – Mon 30 Nov')
    expect(range('2026-11-22T23:59:59+05:30')).toBe('Thu 26 – Mon 30 Nov')
    expect(range('2026-11-23T10:00:00+05:30', { holidays: ['2026-11-23', '2026-11-26'] })).toBe(
      'Sat 28 Nov – Wed 2 Dec',
    )
  })

  test('use the day and hour of the shop, not of the reader', () => {
    const at = '2026-11-23T19:00:00Z'
    expect(range(at, {}, { from: 0, to: 0 })).toBe('Tue 24 Nov')
    expect(range(at, { timeZone: 'America/Los_Angeles' }, { from: 0, to: 0 })).toBe('Mon 23 Nov')
    expect(range(at, { timeZone: 'America/New_York' }, { from: 0, to: 0 })).toBe('Tue 24 Nov')
  })

  test('take whole days with a cut-off at midnight, and none with a cut-off at 0', () => {
    expect(range('2026-11-23T23:59:59.999+05:30', { cutoff_hour: 24 }, { from: 0, to: 1 })).toBe(
      'Mon 23 – Tue 24 Nov',
    )
    expect(range('2026-11-23T00:00:00+05:30', { cutoff_hour: 0 }, { from: 0, to: 1 })).toBe(
      'Tue 24 – Wed 25 Nov',
    )
  })
})

// Zones that change their clocks at midnight, by half an hour, and far from UTC are among them.
const timeZones = [
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Atlantic/Azores',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
]

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('for any calendar, place and moment: working days in order, that hold exactly until the cut-off', () => {
  const next = numbers(14)
  const upTo = (max: number) => Math.floor(next() * (max + 1))
  const start = Date.UTC(2026, 0, 1)
  const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  for (let run = 0; run < 600; run++) {
    const at = start + upTo(730 * 24 * 60) * 60_000
    const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(() => next() < 0.6)
    const some: DeliveryCalendar = {
      cutoff_hour: upTo(24),
      weekdays: weekdays.length > 0 ? weekdays : [3],
      holidays: Array.from({ length: upTo(5) }, () => dayOf(at + upTo(14) * 86_400_000)),
      timeZone: timeZones[upTo(timeZones.length - 1)] ?? 'UTC',
    }
    const wanted = { from: upTo(4), to: 4 + upTo(5) }
    const found = deliveryDates(some, wanted, new Date(at))
    const place = JSON.stringify({ at: new Date(at), some, wanted, found })

    // Both ends are working days, and as many working days apart as the settings say.
    const isWorking = (day: string) =>
      some.weekdays.includes(new Date(day).getUTCDay() || 7) && !some.holidays.includes(day)
    expect(isWorking(found.from) && isWorking(found.to), place).toBe(true)
    const between: string[] = []
    for (let day = found.from; day < found.to; day = dayOf(Date.parse(day) + 86_400_000)) between.push(day)
    expect(between.filter(isWorking).length, place).toBe(wanted.to - wanted.from)

    // The promise holds until the cut-off and changes there, never to an earlier day.
    expect(found.until.getTime(), place).toBeGreaterThan(at)
    const last = deliveryDates(some, wanted, new Date(found.until.getTime() - 1))
    expect([last.from, last.to], place).toEqual([found.from, found.to])
    const after = deliveryDates(some, wanted, found.until)
    expect(after.from > found.from && after.to > found.to, place).toBe(true)
  }
})

test('a day is written with its weekday', () => {
  expect(longDayText('2026-03-03', 'en-IN')).toBe('Tuesday, 3 March')
  expect(dayRangeText({ from: '2026-03-03', to: '2026-03-03' }, 'en-IN')).toBe('Tue 3 Mar')
})
