const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The pauses after the first failures; the last one repeats. */
const pausesMs = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
]

/** Spreads retries by a tenth, so that a receiver that comes back is not met by all of them at once. */
const SPREAD = 0.1

/** How long to wait after so many failed attempts. `random` is between 0 and 1. */
export function retryPauseMs(attempts: number, random = Math.random()): number {
  const pause = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? SECOND_MS
  return Math.round(pause * (1 + SPREAD * random))
}

/** Any 2xx status is a success. */
export const isDelivered = (status: number | null) => status !== null && status >= 200 && status < 300

/** The receiver says that it is gone for good. */
export const GONE = 410
