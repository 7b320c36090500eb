import { fork } from 'node:child_process'

/** A child process that does one job, controlled by messages. */
export interface Worker<Order, Result> {
  pid: number
  /** Sends a command and waits for its result. Rejects with the worker's error, when it exits, or after 5 minutes. */
  order: (order: Order) => Promise<Result>
  stop: () => void
}

type Report<Result> = { result: Result } | { error: string }

const TIMEOUT_MS = 5 * 60_000

/** Starts a file that calls `work`. */
export function startWorker<Order extends object, Result>(file: URL): Worker<Order, Result> {
  // The cached servers write a line per request, as the shop does into its log; a terminal would slow them.
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    pid: child.pid ?? 0,
    order: (order) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string) => reject(new Error(`${file.pathname} ${reason}`))
        const ended = () => fail('has ended')
        // A server that never answers must not stop the whole run.
        const timer = setTimeout(() => fail('has not finished in time'), TIMEOUT_MS).unref()
        child.once('exit', ended)
        child.once('message', (report: Report<Result>) => {
          clearTimeout(timer)
          child.off('exit', ended)
          if ('error' in report) reject(new Error(report.error))
          else resolve(report.result)
        })
        child.send(order)
      }),
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}

/** In the worker: runs each command, and exits with the parent process. */
export function work<Order, Result>(carryOut: (order: Order) => Promise<Result>): void {
  const report = (message: Report<Result>) => process.send?.(message)
  process.on('message', (order: Order) => {
    carryOut(order).then(
      (result) => report({ result }),
      (error: unknown) => report({ error: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
