import { StorageUnavailable } from './storage.ts'

const MAX_FAILURES = 3
const PAUSE_MS = 2000

/** Spares visitors the wait for a storage that does not answer. */
export interface Breaker {
  /** Throws `StorageUnavailable` during the pause that follows three failures in a row. Lets one call through after it. */
  require(what: string): void
  succeed(): void
  fail(): void
}

/** A breaker for one storage. */
export function createBreaker(): Breaker {
  let failures = 0
  let pausedUntil = 0
  return {
    require(what) {
      if (failures < MAX_FAILURES) return
      if (performance.now() < pausedUntil)
        throw new StorageUnavailable(`The storage ${what} has not answered lately.`, true)
      // The next calls wait for the outcome of this one.
      pausedUntil = performance.now() + PAUSE_MS
    },
    succeed() {
      failures = 0
    },
    fail() {
      failures++
      pausedUntil = performance.now() + PAUSE_MS
    },
  }
}
