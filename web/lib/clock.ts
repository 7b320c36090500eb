/** What writes times: the language (BCP 47) and the clock (IANA) of a shop, whichever one the reader has. */
export interface Clock {
  locale: string
  timeZone: string
}

type Look = 'moment' | 'long moment' | 'day' | 'long day' | 'short day'
const looks: Record<Look, Intl.DateTimeFormatOptions> = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  'long moment': { dateStyle: 'long', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  'long day': { dateStyle: 'long' },
  'short day': { day: 'numeric', month: 'long' },
}

// Making one takes longer than what it writes.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(look: Look, { locale, timeZone }: Clock): Intl.DateTimeFormat {
  const key = `${look} ${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...looks[look], timeZone })
  formats.set(key, format)
  return format
}

/** 24 Nov 2026, 6:30 pm. */
export const momentOf = (iso: string, clock: Clock) => formatOf('moment', clock).format(new Date(iso))

/** 24 November 2026 at 6:30 pm. */
export const longMomentOf = (iso: string, clock: Clock) =>
  formatOf('long moment', clock).format(new Date(iso))

/** 24 Nov 2026. */
export const dayOf = (iso: string, clock: Clock) => formatOf('day', clock).format(new Date(iso))

/** 24 November 2026. */
export const longDayOf = (iso: string, clock: Clock) => formatOf('long day', clock).format(new Date(iso))

/** Two days as one says them: `24–27 November`; of a single day that day. */
export const dayRange = (from: Date, to: Date, clock: Clock) =>
  formatOf('short day', clock).formatRange(from, to)

/** So many days from now, as the server counts them. */
export const inDays = (days: number, now = new Date()) => new Date(now.getTime() + days * 24 * 3_600_000)
