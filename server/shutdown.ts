import { setTimeout as wait } from 'node:timers/promises'

/** Ends the process in order: closes what was opened, the last first. */
export interface Shutdown {
  readonly started: boolean
  /** Remembers something to close; it is given `limit` ms, then the next one has its turn. */
  add(close: () => Promise<unknown>, limit?: number): void
  /** Closes everything and exits with the code. A second call changes nothing. */
  begin(code: number): Promise<void>
}

/** Ctrl+C reaches a process twice where npm passes it on as well; what comes so soon is the same one. */
const sameKeystroke = 500

/**
 * Begins the shutdown with code 0 at Ctrl+C, SIGTERM, or when the terminal is closed; a second signal ends the process
 * at once.
 */
export function shutdownOnSignal(): Shutdown {
  const steps: (() => Promise<unknown>)[] = []
  let since: number | undefined

  const shutdown: Shutdown = {
    get started() {
      return since !== undefined
    },
    add(close, limit = 3000) {
      steps.unshift(() => Promise.race([close(), wait(limit)]))
    },
    async begin(code) {
      if (since !== undefined) return
      since = performance.now()
      for (const step of steps)
        await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      process.exit(code)
    },
  }

  const onSignal = () => {
    if (since === undefined) void shutdown.begin(0)
    else if (performance.now() - since > sameKeystroke) process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return shutdown
}
