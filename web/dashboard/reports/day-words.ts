/** A day of the shop as people write it: 2 Mar; an hour stays as it is. */
export function barName(name: string, locale: string): string {
  return name.includes(':') ? name : dayWords(name, locale, { day: 'numeric', month: 'short' })
}

/** 2 Mar 2026. */
export function dayWords(
  day: string,
  locale: string,
  format: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  if (!day) return ''
  return new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(new Date(day))
}
