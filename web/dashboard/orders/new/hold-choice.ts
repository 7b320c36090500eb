import { wallTime, wallTimeToIso } from '#web/lib/format/zoned-time.ts'

const HOUR_MS = 3_600_000

/** What staff can choose as the hold of a draft. The empty choice changes nothing. */
export const holdChoices = (isHeld: boolean): readonly (readonly [value: string, name: string])[] => [
  isHeld ? ['', 'As it is'] : ['', 'Don’t hold'],
  ['hour', 'For 1 hour'],
  ['today', 'Until the end of today'],
  ['days', 'For 3 days'],
  ['until', 'Until a date and time'],
]

/** The `holdUntil` of a choice, in the time zone of the shop. Empty without a choice. */
export function chosenHold(
  { hold, holdUntil = '' }: Record<string, string>,
  { now, timeZone }: { now: Date; timeZone: string },
): { holdUntil?: string } {
  const later = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString()
  const endOfToday = () =>
    wallTimeToIso(`${wallTime(now.toISOString(), timeZone).slice(0, 10)}T23:59`, timeZone)
  if (hold === 'hour') return { holdUntil: later(1) }
  if (hold === 'today') return { holdUntil: endOfToday() }
  if (hold === 'days') return { holdUntil: later(3 * 24) }
  // An incomplete time is refused by the schema.
  if (hold === 'until') return { holdUntil: wallTimeToIso(holdUntil, timeZone) || 'no time' }
  return {}
}
