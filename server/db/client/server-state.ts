import { currentBudget, OutOfTimeError, withTimeLimit, type Budget } from './budget.ts'

/** A connection that was idle for longer answers a check before it is used. */
const MAX_UNCHECKED_IDLE_MS = 2000
const STALL_MS = 500
const STALLED_AFTER_TIMEOUT_MS = 3000

/** What the waits of a pool tell about its server. All times are on the clock of `performance.now()`. */
export type ServerState = ReturnType<typeof createServerState>

/** `noteSlow` learns whose statement has timed out. */
export function createServerState(noteSlow: (budget: Budget | undefined) => void) {
  /** The waits of requests, the oldest first. */
  const waits = new Set<{ since: number }>()
  let suspectBefore = 0
  let deadBefore = 0
  let stalledUntil = 0
  let answeredAt = 0
  let failedAt = 0
  return {
    /** Waits for so long, and within the budget of the request. If it is too late, `abandon` learns when the wait began. */
    wait<T>(maxMs: number, start: () => Promise<T>, abandon: (since: number) => void): Promise<T> {
      const budget = currentBudget()
      const limitMs = budget ? Math.min(maxMs, budget.leftMs()) : maxMs
      const wait = { since: performance.now() }
      if (limitMs <= 0) {
        abandon(wait.since)
        return Promise.reject(new OutOfTimeError())
      }
      if (budget) waits.add(wait)
      return withTimeLimit(limitMs, start, (isLate) => {
        waits.delete(wait)
        if (isLate) abandon(wait.since)
      })
    },
    noteAnswer: () => (answeredAt = performance.now()),
    noteFailure: () => void (failedAt = performance.now()),
    noteTimeout(budget: Budget | undefined) {
      noteSlow(budget)
      stalledUntil = performance.now() + STALLED_AFTER_TIMEOUT_MS
    },
    /** A connection timed out: others that have been silent since then need a check. */
    suspect: (since: number) => void (suspectBefore = Math.max(suspectBefore, since)),
    /** A check failed: all connections that had been silent until then are dead. */
    giveUp: (before: number) => void (deadBefore = Math.max(deadBefore, before)),
    isDead: (heardAt: number) => heardAt < deadBefore,
    needsCheck: (heardAt: number) =>
      heardAt < suspectBefore || performance.now() - heardAt >= MAX_UNCHECKED_IDLE_MS,
    /** Whether a request is waiting for long, or one has run out of time lately. */
    isStalled() {
      const [oldest] = waits
      const now = performance.now()
      return now < stalledUntil || (oldest !== undefined && now - oldest.since > STALL_MS)
    },
    /** Whether the server answered last, and did not refuse a connection or keep silent. */
    isAnswering: () => answeredAt > failedAt,
  }
}
