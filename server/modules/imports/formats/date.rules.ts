/** The order of day and month in dates of digits: 31/12/2024 or 12/31/2024. */
export type DateOrder = 'dmy' | 'mdy'

/** How dates of a file are read. */
export interface DateSettings {
  /** Undefined if nobody chose one. */
  order: DateOrder | undefined
  /** IANA, for dates that name no offset. */
  timeZone: string
}

/** Why a text is no moment: `order` can be two days, `future` has not come yet, `form` is no date that is known. */
export type NoMoment = 'order' | 'future' | 'form'

/** A date of the calendar with a time of day, and its offset from UTC in minutes if it names one. */
interface WrittenDate {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  offset?: number
}

/**
 * The moment of "2024-05-01T10:00:00Z", "2024-05-01 10:00:00 +0530", "31.12.2024 14:05", "12/31/2024 2:05 PM", "Dec 31, 2024"
 * or "31 décembre 2024". Without an offset it is local time of the shop. For other texts it returns the problem.
 */
export function parseMoment(text: string, { order, timeZone }: DateSettings): Date | NoMoment {
  const written = readDate(text, order)
  if (typeof written === 'string') return written
  const moment = momentOf(written, timeZone)
  return moment.getTime() > Date.now() ? 'future' : moment
}

/**
 * As `parseMoment`, also of the future. With `isEnd`, a day without a time means its end, because people say "until Sunday" and
 * mean it with Sunday.
 */
export function parsePlannedMoment(
  text: string,
  { order, timeZone }: DateSettings,
  isEnd: boolean,
): Date | NoMoment {
  const written = readDate(text, order)
  if (typeof written === 'string') return written
  return momentOf(isEnd && !text.includes(':') ? { ...written, hour: 24 } : written, timeZone)
}

/** Whether a text is a date that can be two days: "10/12/2023". */
export const isAmbiguousDate = (text: string): boolean => readDate(text, undefined) === 'order'

/** Whether a text is a day and month as spreadsheets show them: "10-Dec", "10. Dez" or "Dec-10". */
export function isDayAndMonth(text: string): boolean {
  const word = /^\d{1,2}(?:-|\. )(\p{L}+)\.?$|^(\p{L}+)\.?-\d{2}$/u.exec(text)?.slice(1).find(Boolean)
  return word !== undefined && monthOf(word.toLowerCase()) !== undefined
}

/** The order that these dates prove, such as by a 31 as their first number; undefined if none or both. */
export function recogniseDateOrder(dates: Iterable<string>): DateOrder | undefined {
  const found = new Set<DateOrder>()
  for (const date of dates) {
    const [, first, second] = shortDate.exec(splitTime(date)?.date ?? '') ?? []
    if (Number(first) > 12) found.add('dmy')
    if (Number(second) > 12) found.add('mdy')
  }
  const [order] = found
  return found.size === 1 ? order : undefined
}

const longDate = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const shortDate = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})$/
const pointDate = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})\.?$/

function readDate(text: string, order: DateOrder | undefined): WrittenDate | 'order' | 'form' {
  const parts = splitTime(text)
  if (!parts) return 'form'
  const { date, ...time } = parts
  const [, longYear, , longMonth, longDay] = longDate.exec(date) ?? []
  if (longYear) return checked(longYear, longMonth, longDay, time)
  // Countries that write points write the day first.
  const [, pointDay, pointMonth, pointYear] = pointDate.exec(date) ?? []
  if (pointYear) return checked(pointYear, pointMonth, pointDay, time)
  const [, first, second, year] = shortDate.exec(date) ?? []
  if (year) {
    const proven = Number(first) > 12 ? 'dmy' : Number(second) > 12 || first === second ? 'mdy' : order
    if (proven === undefined) return 'order'
    return proven === 'dmy' ? checked(year, second, first, time) : checked(year, first, second, time)
  }
  const named = readNamedDate(date)
  return named ? checked(named.year, named.month, named.day, time) : 'form'
}

type Time = Omit<WrittenDate, 'year' | 'month' | 'day'>

/** The date and the time that follows it. Undefined if the time is none. */
function splitTime(text: string): ({ date: string } & Time) | undefined {
  const plain = text.replaceAll(/[\s\u202f]+/gu, ' ').trim()
  const [, date = plain, hours, minutes, seconds, half, zone] =
    /^(.+?)(?:T|,? (?:at )?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?([ap]\.?m\.?)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i.exec(
      plain,
    ) ?? []
  const hour = Number(hours ?? 0)
  const [minute, second] = [Number(minutes ?? 0), Number(seconds ?? 0)]
  if (hour > (half ? 12 : 23) || (half && hour === 0) || minute > 59 || second > 59) return undefined
  const isAfternoon = half?.toLowerCase().startsWith('p') ?? false
  const offset = zone === undefined ? undefined : offsetOf(zone)
  return {
    date,
    hour: half ? (hour % 12) + (isAfternoon ? 12 : 0) : hour,
    minute,
    second,
    ...(offset !== undefined && { offset }),
  }
}

/** Minutes. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** A date that the calendar has; two digits are a year of this century. */
function checked(
  year: string,
  month: string | undefined,
  day: string | undefined,
  time: Time,
): WrittenDate | 'form' {
  const date = {
    year: Number(year) + (year.length === 2 ? 2000 : 0),
    month: Number(month),
    day: Number(day),
  }
  const found = new Date(Date.UTC(date.year, date.month - 1, date.day))
  const exists =
    date.year >= 1900 && found.getUTCMonth() === date.month - 1 && found.getUTCDate() === date.day
  return exists ? { ...date, ...time } : 'form'
}

/** "Dec 10, 2023", "Sun, 10 Dec 2023" or "10 de diciembre de 2023". */
function readNamedDate(text: string): { year: string; month: string; day: string } | undefined {
  const words = text
    .toLowerCase()
    .replace(/^\p{L}+\.?, (?=\d)/u, '')
    .split(/[\s,./-]+/)
    .filter((word) => word !== '' && !fillers.has(word))
  const month = words.map((word) => monthOf(word)).find((found) => found !== undefined)
  const [first, second] = words.flatMap((word) => /^(\d{1,4})(?:st|nd|rd|th|er|º)?$/.exec(word)?.[1] ?? [])
  if (words.length !== 3 || month === undefined || first === undefined || second === undefined)
    return undefined
  if (first.length === 4) return { year: first, month: String(month), day: second }
  return second.length === 4 ? { year: second, month: String(month), day: first } : undefined
}

/** "10th of May", "10 de mayo", "10 мая 2023 г." */
const fillers = new Set(['of', 'de', 'del', 'г', 'года'])

const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ru', 'pl', 'hi']

// The table takes some milliseconds, so it waits for the first import.
let months: Map<string, number> | undefined

const monthOf = (word: string) => (months ??= monthNames()).get(word)

/** Months by their long and short names, alone and beside a day. A name of two months is left out. */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>()
  const twice = new Set<string>()
  for (const language of languages) {
    for (const options of [
      { month: 'long' },
      { month: 'short' },
      { month: 'long', day: 'numeric' },
      { month: 'short', day: 'numeric' },
    ] as const) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(new Date(Date.UTC(2023, month - 1, 5)))
        const name =
          parts
            .find(({ type }) => type === 'month')
            ?.value.toLowerCase()
            .replace(/\.$/, '') ?? ''
        if (!/^\p{L}/u.test(name)) continue
        if ((names.get(name) ?? month) !== month) twice.add(name)
        names.set(name, month)
      }
    }
  }
  for (const name of twice) names.delete(name)
  return names
}

/** The moment of a date; a time that a clock skips is taken an hour later. */
function momentOf({ year, month, day, hour, minute, second, offset }: WrittenDate, timeZone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  if (offset !== undefined) return new Date(asUtc - offset * 60_000)
  const before = asUtc - offsetAt(asUtc, timeZone)
  const after = asUtc - offsetAt(before, timeZone)
  return new Date(asUtc - after === offsetAt(after, timeZone) ? after : before)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that the clocks of a time zone are ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(timeZone, clock)
  }
  const part = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment
}
