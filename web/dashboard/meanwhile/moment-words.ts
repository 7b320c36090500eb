import { wallTime } from '../../lib/zoned-time.ts'

/** A moment as a field of its form shows it, "2026-01-31 18:30"; empty without one. */
export const momentWords = (iso: string | null | undefined, timeZone: string): string =>
  iso ? wallTime(iso, timeZone).replace('T', ' ') : ''
