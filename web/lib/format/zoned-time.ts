/** The local time in a time zone, as a datetime-local field expects it: 2026-01-31T18:30. */
export function wallTime(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(iso))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/** The local time as text, "2026-01-31 18:30"; empty without a time. */
export const wallTimeText = (iso: string | null | undefined, timeZone: string): string =>
  iso ? wallTime(iso, timeZone).replace('T', ' ') : ''

/**
 * Converts a local time to ISO 8601 in UTC. A time that daylight saving skips moves forward by the skipped hour.
 * Returns empty text for empty text.
 */
export function wallTimeToIso(wall: string, timeZone: string): string {
  if (!wall) return ''
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return wall
  // Two rounds, because the offset may differ between the guess and the result.
  let time = asUtc
  for (let round = 0; round < 2; round++) {
    const offset = Date.parse(`${wallTime(new Date(time).toISOString(), timeZone)}Z`) - time
    time = asUtc - offset
  }
  return new Date(time).toISOString()
}
