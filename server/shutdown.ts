import { setTimeout as wait } from 'node:timers/promises'

/** Ends the process in order: closes what was opened, the last first. */
export interface Shutdown {
  readonly started: boolean
  /** Registers something to close. After `timeoutMs` the shutdown continues without waiting for it. */
  add(close: () => Promise<unknown>, timeoutMs?: number): void
  /** Closes everything and exits with the code. A second call has no effect. */
  begin(code: number): Promise<void>
}

/** npm forwards Ctrl+C, so one keystroke may arrive twice; a signal this soon after the first is the same one. */
const SAME_KEYSTROKE_MS = 500

/**
 * Begins the shutdown with code 0 at Ctrl+C, SIGTERM, or when the terminal closes. A second signal exits at once.
 */
export function shutdownOnSignal(): Shutdown {
  const steps: (() => Promise<unknown>)[] = []
  let startTime: number | undefined

  const shutdown: Shutdown = {
    get started() {
      return startTime !== undefined
    },
    add(close, timeoutMs = 3000) {
      steps.unshift(() => Promise.race([close(), wait(timeoutMs)]))
    },
    async begin(code) {
      if (startTime !== undefined) return
      startTime = performance.now()
      for (const step of steps)
        await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      process.exit(code)
    },
  }

  const onSignal = () => {
    if (startTime === undefined) void shutdown.begin(0)
    else if (performance.now() - startTime > SAME_KEYSTROKE_MS) process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return shutdown
}
