/** The newest backup of each of so many days, weeks and months is retained. */
const RETAINED = { days: 7, weeks: 4, months: 12 }

const DAY_MS = 86_400_000

/** Periods in UTC. Weeks begin on Monday; 1 January 1970 was a Thursday. */
const periodOf: Record<keyof typeof RETAINED, (moment: number) => string | number> = {
  days: (moment) => Math.floor(moment / DAY_MS),
  weeks: (moment) => Math.floor((moment / DAY_MS + 3) / 7),
  months: (moment) => new Date(moment).toISOString().slice(0, 7),
}

/**
 * Which of these backups (ms since 1970) are no longer retained. Only periods that have a backup count, so a shop that made none
 * for a year loses none. The newest is always retained.
 */
export function chooseExpired(moments: readonly number[]): number[] {
  const newestFirst = moments.toSorted((a, b) => b - a)
  const retained = new Set<number>()
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const newest = new Map<string | number, number>()
    for (const moment of newestFirst) {
      const period = periodOf[unit](moment)
      if (!newest.has(period)) newest.set(period, moment)
    }
    for (const moment of [...newest.values()].slice(0, RETAINED[unit])) retained.add(moment)
  }
  return newestFirst.filter((moment) => !retained.has(moment))
}
