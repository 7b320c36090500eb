/**
 * "2024-05-01", "2024-05-01T10:00:00Z" or "2024-05-01 10:00:00 +0530" as a moment; without an offset it is UTC. Undefined for
 * any other text and for a moment in the future.
 */
export function parseMoment(text: string): Date | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(
      text,
    ) ?? []
  if (day === undefined) return undefined
  const clock = (time ?? '00:00').replace(/^(?=\d:)/, '0')
  const offset =
    zone === undefined || /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')
  const moment = new Date(`${day}T${clock}${offset}`)
  return Number.isNaN(moment.getTime()) || moment.getTime() > Date.now() ? undefined : moment
}
