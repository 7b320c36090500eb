import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Ends the process in order: closes what was opened, the last first. */
export interface Shutdown {
  readonly started: boolean
  /** Registers something to close. After `timeoutMs` the shutdown continues without waiting for it. */
  add(close: () => Promise<unknown>, timeoutMs?: number): void
  /** Registers how the last output leaves the process. */
  drainWith(drain: () => Promise<unknown>): void
  /** Registers what a forced end does at once, such as telling the database to stop. */
  onForced(act: () => void): void
  /** Closes everything and exits with the code. A second call has no effect. */
  begin(code: number): Promise<void>
}

/** npm forwards Ctrl+C, so one keystroke may arrive twice; a signal this soon after the first is the same one. */
const SAME_KEYSTROKE_MS = 500

/** Longer than all steps together. Whatever holds the process then, it is killed. */
const DEADLINE_MS = 60_000

/** A reader of the output that has stopped reading would hold the process for ever. */
const DRAIN_TIMEOUT_MS = 1000

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Begins the shutdown with code 0 at Ctrl+C, SIGTERM, or when the terminal closes. A second signal ends the process at once,
 * and a minute after the first it ends in any case.
 */
export function shutdownOnSignal(): Shutdown {
  const steps: (() => Promise<unknown>)[] = []
  const forced: (() => void)[] = []
  let drain = async (): Promise<unknown> => undefined
  let startTime: number | undefined

  const shutdown: Shutdown = {
    get started() {
      return startTime !== undefined
    },
    add(close, timeoutMs = 3000) {
      steps.unshift(() => Promise.race([close(), wait(timeoutMs)]))
    },
    drainWith(last) {
      drain = last
    },
    onForced(act) {
      forced.push(act)
    },
    async begin(code) {
      if (startTime !== undefined) return
      startTime = performance.now()
      killAfter(DEADLINE_MS)
      for (const step of steps)
        await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      const isDrained = await Promise.race([
        drain().then(
          () => true,
          () => true,
        ),
        wait(DRAIN_TIMEOUT_MS, false),
      ])
      leaveSignalsToSystem()
      // Exiting waits for a thread that writes to a full pipe.
      if (!isDrained) process.kill(process.pid, 'SIGKILL')
      process.exit(code)
    },
  }

  const force = (signal: NodeJS.Signals) => {
    leaveSignalsToSystem()
    try {
      for (const act of forced) act()
    } finally {
      process.kill(process.pid, signal)
    }
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (startTime === undefined) void shutdown.begin(0)
    else if (performance.now() - startTime > SAME_KEYSTROKE_MS) force(signal)
  }
  /** The system then ends the process at a signal, even if this thread is blocked. */
  const leaveSignalsToSystem = () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return shutdown
}

/** Kills the process from a thread of its own, because a write to a full pipe blocks the main thread. */
function killAfter(ms: number): void {
  const code = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`
  new Worker(code, { eval: true }).on('error', () => {}).unref()
}
