import { dateLocale } from '../../date-locale.ts'
/** The days on which the shop packs orders and carriers deliver them, in the shop's time zone. */
export interface DeliveryCalendar {
  /** Orders placed before this hour (0 to 24) are packed the same day. */
  cutoff_hour: number
  /** ISO weekdays: 1 is Monday, 7 is Sunday. At least one. */
  weekdays: readonly number[]
  /** Days off besides the other weekdays, such as 2026-12-25. */
  holidays: readonly string[]
  /** IANA */
  timeZone: string
}

/** Working days from packing to delivery. */
export interface DeliveryDays {
  from: number
  to: number
}

/** Calendar days in the time zone of the shop, and the moment until which they hold. */
export interface DeliveryDates {
  /** The first possible day, such as 2026-11-26. */
  from: string
  to: string
  /** An order placed at this moment or later arrives later. */
  until: Date
}

const DAY_MS = 86_400_000

/**
 * When an order placed at a moment arrives. The shop packs it on that day, or on the next working day if the cut-off hour has
 * passed; from there only working days count.
 */
export function deliveryDates(calendar: DeliveryCalendar, days: DeliveryDays, at: Date): DeliveryDates {
  const { day, hour } = localTime(at, calendar.timeZone)
  const packed = nextWorkingDay(calendar, hour < calendar.cutoff_hour ? day : dayAfter(day))
  const from = addWorkingDays(calendar, packed, days.from)
  const to = addWorkingDays(calendar, packed, Math.max(days.from, days.to))
  return { from, to, until: cutoffMoment(calendar, packed) }
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

function isWorkingDay({ weekdays, holidays }: DeliveryCalendar, day: string): boolean {
  const weekday = new Date(day).getUTCDay() || 7
  return weekdays.includes(weekday) && !holidays.includes(day)
}

function nextWorkingDay(calendar: DeliveryCalendar, first: string): string {
  let day = first
  // A list of holidays ends, so a working day follows unless the settings name no weekday at all.
  while (calendar.weekdays.length > 0 && !isWorkingDay(calendar, day)) day = dayAfter(day)
  return day
}

function addWorkingDays(calendar: DeliveryCalendar, start: string, count: number): string {
  let day = start
  for (let left = count; left > 0; left--) day = nextWorkingDay(calendar, dayAfter(day))
  return day
}

/** The moment at which the clock of the time zone passes the cut-off hour of a day, also where clocks change. */
function cutoffMoment({ cutoff_hour: cutoff, timeZone }: DeliveryCalendar, packed: string): Date {
  const isBefore = (moment: number) => {
    const { day, hour } = localTime(new Date(moment), timeZone)
    return day < packed || (day === packed && hour < cutoff)
  }
  // No time zone is further than 15 hours from UTC.
  let early = Date.parse(packed) - 15 * 3_600_000
  let late = Date.parse(packed) + 39 * 3_600_000
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (isBefore(middle)) early = middle
    else late = middle
  }
  return new Date(late)
}

// Creating a formatter takes longer than formatting.
const clocks = new Map<string, Intl.DateTimeFormat>()

function localTime(at: Date, timeZone: string): { day: string; hour: number } {
  let clock = clocks.get(timeZone)
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-CA', { ...parts, hourCycle: 'h23', timeZone })
    clocks.set(timeZone, clock)
  }
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, hour: Number(parts['hour']) }
}

/** "Thu 26 – Sun 29 Nov", or "Thu 26 Nov" if both days are the same. */
export function dayRangeText({ from, to }: { from: string; to: string }, locale: string): string {
  const [first, last] = [dayParts(from, locale), dayParts(to, locale)]
  const end = `${last.weekday} ${last.day} ${last.month}`
  if (from === to) return end
  const start = `${first.weekday} ${first.day}`
  return from.slice(0, 7) === to.slice(0, 7) ? `${start} – ${end}` : `${start} ${first.month} – ${end}`
}

/** "Thursday, 26 November". */
export function longDayText(day: string, locale: string): string {
  const { weekday, day: date, month } = dayParts(day, locale, 'long')
  return `${weekday}, ${date} ${month}`
}

// Creating a formatter takes a tenth of the time of placing an order.
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayParts(day: string, locale: string, length: 'short' | 'long' = 'short') {
  const key = `${length} ${locale}`
  let format = dayFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(dateLocale(locale), {
      weekday: length,
      month: length,
      day: 'numeric',
      timeZone: 'UTC',
    })
    dayFormats.set(key, format)
  }
  const parts = format.formatToParts(new Date(day))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { weekday: part('weekday'), day: part('day'), month: part('month') }
}
