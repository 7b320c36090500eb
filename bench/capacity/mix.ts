import { units, type Cost, type Counts, type Unit } from './units.ts'

type Sent = Exclude<Unit, 'upload'>

/** The kinds in the shares of the counts, evenly spread, without uploads: their work goes on for long after a run. */
export function mixedSequence(counts: Counts): { next: () => Sent; perOrder: number } {
  const wanted = units.filter((unit) => unit !== 'upload').map((unit) => ({ unit, share: counts[unit] ?? 0 }))
  const perOrder = wanted.reduce((sum, { share }) => sum + share, 0)
  const due = new Map(wanted.map(({ unit }) => [unit, 0]))
  return {
    perOrder,
    next: () => {
      let chosen: Sent = 'page'
      for (const { unit, share } of wanted) {
        due.set(unit, (due.get(unit) ?? 0) + share / perOrder)
        if ((due.get(unit) ?? 0) > (due.get(chosen) ?? 0)) chosen = unit
      }
      due.set(chosen, (due.get(chosen) ?? 0) - 1)
      return chosen
    },
  }
}

/** The counts after the pages that turned out not to be in the cache: look-ups beyond the usual found nothing. */
export function withRenders(counts: Counts, misses: number, costs: Record<Unit, Cost>): Counts {
  const usual = units.reduce((sum, unit) => sum + (counts[unit] ?? 0) * costs[unit].misses, 0)
  const { page = 0, render = 0 } = counts
  const more = Math.min(page, Math.max(0, (misses - usual) / costs.render.misses))
  return { ...counts, page: page - more, render: render + more }
}
