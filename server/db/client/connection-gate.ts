import type { Budget } from './budget.ts'

/** After a timeout, calls of that kind share few connections for so long. */
const SLOW_MS = 5000
const BACKGROUND = 'background'

const kindOf = (budget: Budget | undefined) => budget?.kind ?? BACKGROUND

/**
 * Counts the connections of each kind of request, of `max` in total, and decides who may have another. It reserves a quarter:
 * no kind takes the reserve, and no request takes it for a second connection. Kinds that have lately run out of time share as
 * many connections as the reserve has.
 */
function createCounts(max: number) {
  const reserve = max > 2 ? Math.max(1, max >> 2) : 0
  const perKind = max - reserve
  const forSlow = Math.max(1, reserve)
  const taken = new Map<string, number>()
  const slowUntil = new Map<string, number>()
  let total = 0
  const isSlow = (kind: string) => (slowUntil.get(kind) ?? 0) > performance.now()
  const takenBySlow = () => [...taken].reduce((sum, [kind, count]) => sum + (isSlow(kind) ? count : 0), 0)
  return {
    mayEnter(budget: Budget | undefined) {
      if (total >= max) return false
      if (budget && budget.connections > 0 && total >= perKind) return false
      const kind = kindOf(budget)
      if (isSlow(kind)) return takenBySlow() < forSlow
      return (taken.get(kind) ?? 0) < perKind
    },
    add(budget: Budget | undefined, change: 1 | -1) {
      const kind = kindOf(budget)
      taken.set(kind, (taken.get(kind) ?? 0) + change)
      total += change
      if (budget) budget.connections += change
    },
    noteSlow: (budget: Budget | undefined) => void slowUntil.set(kindOf(budget), performance.now() + SLOW_MS),
  }
}

/** Decides which request takes the next of `max` connections, so that slow requests leave some to the others. */
export function createConnectionGate(max: number) {
  const counts = createCounts(max)
  const waiting: { budget: Budget | undefined; grant: () => void }[] = []

  /** Takes a connection now, or answers false. */
  const tryEnter = (budget: Budget | undefined) => {
    if (!counts.mayEnter(budget)) return false
    counts.add(budget, 1)
    return true
  }
  /** Gives a connection to the first in the queue that may have it. */
  const leave = (budget: Budget | undefined) => {
    counts.add(budget, -1)
    for (;;) {
      const index = waiting.findIndex((place) => tryEnter(place.budget))
      if (index === -1) return
      waiting.splice(index, 1)[0]?.grant()
    }
  }
  /** Waits for a connection. `cancel` gives up the place in the queue, or the connection if it has been granted. */
  const queue = (budget: Budget | undefined) => {
    const { promise: granted, resolve: grant } = Promise.withResolvers<void>()
    const place = { budget, grant }
    waiting.push(place)
    const cancel = () => {
      const index = waiting.indexOf(place)
      if (index === -1) leave(budget)
      else waiting.splice(index, 1)
    }
    return { granted, cancel }
  }
  return { tryEnter, leave, queue, noteSlow: counts.noteSlow }
}
