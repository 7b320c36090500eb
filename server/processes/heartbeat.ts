/** A worker answers within milliseconds. One that misses so many seconds in a row hangs: no request or import blocks it so long. */
const MAX_MISSED = 12
/** Loading the code and creating the demo may block a slow machine for longer. */
const MAX_MISSED_AT_START = 90

export interface Heartbeat {
  /** Asks once; call it every second. Returns whether the worker hangs. */
  beat(): boolean
  /** The worker has answered. */
  answered(): void
  /** The worker is open. */
  opened(): void
}

/** Counts the questions that a worker leaves without an answer. A pause of the parent adds none, since it asks none then. */
export function heartbeat(ask: () => void): Heartbeat {
  let missed = 0
  let allowed = MAX_MISSED_AT_START
  return {
    beat() {
      if (missed >= allowed) return true
      missed++
      ask()
      return false
    },
    answered() {
      missed = 0
    },
    opened() {
      allowed = MAX_MISSED
    },
  }
}
