import { dateLocale } from '#contract/date-locale.ts'
/** Locale (BCP 47) and time zone (IANA) of the shop; dates ignore those of the reader. */
export interface DateFormat {
  locale: string
  timeZone: string
}

type Style = 'date time' | 'long date time' | 'date' | 'long date'
const styles: Record<Style, Intl.DateTimeFormatOptions> = {
  'date time': { dateStyle: 'medium', timeStyle: 'short' },
  'long date time': { dateStyle: 'long', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  'long date': { dateStyle: 'long' },
}

// Creating a formatter takes longer than formatting.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(style: Style, { locale, timeZone }: DateFormat): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${timeZone}`
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(dateLocale(locale), { ...styles[style], timeZone })
  formatters.set(key, formatter)
  return formatter
}

// Versions of Intl differ in their spaces: a page would be rendered a second time where the browser has another one.
const format = (style: Style, iso: string, shop: DateFormat) =>
  formatterOf(style, shop).format(new Date(iso)).replaceAll('\u202f', ' ')

/** 24 Nov 2026, 6:30 pm. */
export const formatDateTime = (iso: string, shop: DateFormat) => format('date time', iso, shop)

/** 24 November 2026 at 6:30 pm. */
export const formatLongDateTime = (iso: string, shop: DateFormat) => format('long date time', iso, shop)

/** 24 Nov 2026. */
export const formatDate = (iso: string, shop: DateFormat) => format('date', iso, shop)

/** 24 November 2026. */
export const formatLongDate = (iso: string, shop: DateFormat) => format('long date', iso, shop)

const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN
const WEEK_MIN = 7 * DAY_MIN

/** 5 min. ago, 3 hr. ago, 2 days ago; the date for what is a week old or lies ahead. */
export function formatAgo(iso: string, shop: DateFormat, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000)
  // A minute of grace for clocks that differ.
  if (minutes < -1 || minutes >= WEEK_MIN) return formatDate(iso, shop)
  const relative = new Intl.RelativeTimeFormat(dateLocale(shop.locale), { style: 'short', numeric: 'auto' })
  if (minutes < 1) return relative.format(0, 'second')
  if (minutes < HOUR_MIN) return relative.format(-minutes, 'minute')
  if (minutes < DAY_MIN) return relative.format(-Math.floor(minutes / HOUR_MIN), 'hour')
  return relative.format(-Math.floor(minutes / DAY_MIN), 'day')
}
