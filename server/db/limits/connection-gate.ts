import type { Budget } from './budget.ts'

/** Decides which request takes the next connection of a pool, so that slow requests leave some to the others. */
export interface ConnectionGate {
  /** Takes a connection now, or answers false. */
  tryEnter(budget: Budget | undefined): boolean
  /** Waits for a connection. `cancel` gives up the place in the queue, or the connection if it has been granted. */
  queue(budget: Budget | undefined): { granted: Promise<void>; cancel(): void }
  leave(budget: Budget | undefined): void
  /** Notes that the database did not answer a request of this kind in time. */
  noteSlow(budget: Budget | undefined): void
}

interface Waiting {
  budget: Budget | undefined
  grant: () => void
}

/** After a timeout, calls of that kind share few connections for so long. */
const SLOW_MS = 5000
const BACKGROUND = 'background'

const kindOf = (budget: Budget | undefined) => budget?.kind ?? BACKGROUND

/**
 * A gate for `max` connections. It reserves a quarter of them: no kind of request takes the reserve, and no request takes it
 * for a second connection. Kinds that have lately run out of time share as many connections as the reserve has.
 */
export function createConnectionGate(max: number): ConnectionGate {
  const reserve = max > 2 ? Math.max(1, max >> 2) : 0
  const perKind = max - reserve
  const forSlow = Math.max(1, reserve)
  const taken = new Map<string, number>()
  const slowUntil = new Map<string, number>()
  const waiting: Waiting[] = []
  let total = 0

  const isSlow = (kind: string) => {
    const until = slowUntil.get(kind)
    if (until === undefined) return false
    if (until > performance.now()) return true
    slowUntil.delete(kind)
    return false
  }
  const takenBySlow = () => [...taken].reduce((sum, [kind, count]) => sum + (isSlow(kind) ? count : 0), 0)

  const mayEnter = (budget: Budget | undefined) => {
    if (total >= max) return false
    if (budget && budget.connections > 0 && total >= perKind) return false
    const kind = kindOf(budget)
    if (slowUntil.size > 0 && isSlow(kind)) return takenBySlow() < forSlow
    return (taken.get(kind) ?? 0) < perKind
  }
  const count = (budget: Budget | undefined, change: 1 | -1) => {
    const kind = kindOf(budget)
    const now = (taken.get(kind) ?? 0) + change
    if (now === 0) taken.delete(kind)
    else taken.set(kind, now)
    total += change
    if (budget) budget.connections += change
  }
  const grantNext = () => {
    while (total < max) {
      const index = waiting.findIndex(({ budget }) => mayEnter(budget))
      const [next] = index === -1 ? [] : waiting.splice(index, 1)
      if (!next) return
      count(next.budget, 1)
      next.grant()
    }
  }
  const leave = (budget: Budget | undefined) => {
    count(budget, -1)
    if (waiting.length > 0) grantNext()
  }

  return {
    tryEnter(budget) {
      if (!mayEnter(budget)) return false
      count(budget, 1)
      return true
    },
    queue(budget) {
      const { promise: granted, resolve: grant } = Promise.withResolvers<void>()
      const place = { budget, grant }
      waiting.push(place)
      const cancel = () => {
        const index = waiting.indexOf(place)
        if (index === -1) leave(budget)
        else waiting.splice(index, 1)
      }
      return { granted, cancel }
    },
    leave,
    noteSlow: (budget) => void slowUntil.set(kindOf(budget), performance.now() + SLOW_MS),
  }
}
