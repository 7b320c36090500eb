import { dateLocale } from '#contract/date-locale.ts'
/** "2 Mar" for a day; an hour such as "14:00" stays as it is. */
export function barLabel(name: string, locale: string): string {
  return name.includes(':') ? name : dayLabel(name, locale, { day: 'numeric', month: 'short' })
}

/** "2 Mar 2026"; empty without a day. */
export function dayLabel(
  day: string,
  locale: string,
  format: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  if (!day) return ''
  return new Intl.DateTimeFormat(dateLocale(locale), { ...format, timeZone: 'UTC' }).format(new Date(day))
}
