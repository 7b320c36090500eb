/** What a clock in a time zone shows at a moment, as a field of type datetime-local has it: 2026-01-31T18:30. */
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

/**
 * The moment at which a clock in a time zone shows this, as ISO 8601 in UTC. A time that is left out when clocks go forward
 * is moved on by what they skip. Answers an empty text for one.
 */
export function momentAt(wall: string, timeZone: string): string {
  if (!wall) return ''
  const shown = Date.parse(`${wall}Z`)
  if (Number.isNaN(shown)) return wall
  // Twice, because the distance to UTC may change between the guess and the moment.
  let moment = shown
  for (let turn = 0; turn < 2; turn++) {
    const ahead = Date.parse(`${wallTime(new Date(moment).toISOString(), timeZone)}Z`) - moment
    moment = shown - ahead
  }
  return new Date(moment).toISOString()
}
