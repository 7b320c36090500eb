import { expect, test } from 'vitest'
import {
  isAmbiguousDate,
  isDayAndMonth,
  parseMoment,
  recogniseDateOrder,
  type DateOrder,
} from './date.rules.ts'

const read = (text: string, order?: DateOrder, timeZone = 'Asia/Kolkata') => {
  const moment = parseMoment(text, { order, timeZone })
  return typeof moment === 'string' ? moment : moment.toISOString()
}

test.each([
  ['2023-12-10', '2023-12-09T18:30'],
  ['2023-12-10T10:00:00.000+05:30', '2023-12-10T04:30'],
  ['2023-12-10 10:00:00 +0530', '2023-12-10T04:30'],
  ['2023-12-10 10:00 UTC', '2023-12-10T10:00'],
  ['2023/12/10 9:05', '2023-12-10T03:35'],
  ['10.12.2023', '2023-12-09T18:30'],
  ['10. 12. 2023', '2023-12-09T18:30'],
  ['10.12.2023 14:05', '2023-12-10T08:35'],
  ['31/12/2023', '2023-12-30T18:30'],
  ['12/31/23', '2023-12-30T18:30'],
  ['05/05/2023', '2023-05-04T18:30'],
  ['Dec 10, 2023', '2023-12-09T18:30'],
  ['December 10, 2023 at 2:05\u202fPM', '2023-12-10T08:35'],
  ['12 Dec 2023 12:10 am', '2023-12-11T18:40'],
  ['10-Dec-2023', '2023-12-09T18:30'],
  ['Sun, 10 Dec 2023 12:00:00 GMT', '2023-12-10T12:00'],
  ['10. Dezember 2023', '2023-12-09T18:30'],
  ['10 décembre 2023', '2023-12-09T18:30'],
  ['10 de diciembre de 2023', '2023-12-09T18:30'],
  ['10 декабря 2023 г.', '2023-12-09T18:30'],
  ['10 grudnia 2023', '2023-12-09T18:30'],
])('reads %s', (text, moment) => {
  expect(read(text)).toBe(`${moment}:00.000Z`)
})

test.each([
  ['10/12/2023', 'order'],
  ['10-12-2023 14:05', 'order'],
  ['2999-01-01', 'future'],
  ['2023-12-10 25:00', 'form'],
  ['2023-12-10 13:00 PM', 'form'],
  ['2023-02-30', 'form'],
  ['13/13/2023', 'form'],
  ['45270', 'form'],
  ['1702202400', 'form'],
  ['may be 3 2023', 'form'],
  ['Dec 2023', 'form'],
  ['yesterday', 'form'],
])('does not guess what %s means', (text, why) => {
  expect(read(text)).toBe(why)
})

test('the chosen order decides', () => {
  expect(read('12/10/2023 2:05 PM', 'dmy')).toBe('2023-10-12T08:35:00.000Z')
  expect(read('12/10/2023 2:05 PM', 'mdy')).toBe('2023-12-10T08:35:00.000Z')
  expect(isAmbiguousDate('12/10/2023')).toBe(true)
  expect(isAmbiguousDate('2023-12-10')).toBe(false)
})

test.each(['10-Dec', '10. Dez', '10-déc', 'Dec-10', '5-mar'])(
  '%s is a day and month of a spreadsheet',
  (text) => {
    expect(isDayAndMonth(text)).toBe(true)
  },
)

test.each(['10-12', 'XL', '10-Pack', 'Marine-10', '2023-12-10'])('%s is none', (text) => {
  expect(isDayAndMonth(text)).toBe(false)
})

test('recognises the order of day and month', () => {
  expect(recogniseDateOrder(['10/12/2023', '31/12/2023 10:00'])).toBe('dmy')
  expect(recogniseDateOrder(['10/12/2023', '12-31-2023'])).toBe('mdy')
  expect(recogniseDateOrder(['10/12/2023'])).toBeUndefined()
  expect(recogniseDateOrder(['31/12/2023', '12/31/2023'])).toBeUndefined()
})

test('every day has the same moment in each way to write it', () => {
  for (const timeZone of ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland', 'UTC']) {
    for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2025, 0, 1); day += 86_400_000 * 11) {
      const date = new Date(day)
      const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
      const named = (style: 'long' | 'short') =>
        date.toLocaleDateString('en', { year: 'numeric', month: style, day: 'numeric', timeZone: 'UTC' })
      const expected = read(`${y}/${m}/${d}`, undefined, timeZone)
      const forms = [
        read(`${d}/${m}/${y}`, 'dmy', timeZone),
        read(`${m}/${d}/${y} 12:00 AM`, 'mdy', timeZone),
        read(`${d}.${m}.${y}`, undefined, timeZone),
        read(named('long'), undefined, timeZone),
        read(named('short'), undefined, timeZone),
      ]
      expect(forms).toEqual(forms.map(() => expected))
      expect(new Date(expected).toLocaleDateString('sv', { timeZone })).toBe(date.toISOString().slice(0, 10))
    }
  }
})

test('a time that the clock skips is an hour later', () => {
  expect(read('2024-03-10 02:30', undefined, 'America/New_York')).toBe('2024-03-10T07:30:00.000Z')
})
