import { fork } from 'node:child_process'

/** A process that does one thing for the measurements, told by messages. */
export interface Worker<Order, Result> {
  pid: number
  /** Gives an order and waits for what comes of it. Rejects with what the worker reports, or when it ends. */
  order: (order: Order) => Promise<Result>
  stop: () => void
}

type Report<Result> = { result: Result } | { error: string }

/** Starts a file that calls `work`. */
export function startWorker<Order extends object, Result>(file: URL): Worker<Order, Result> {
  const child = fork(file, { serialization: 'advanced' })
  return {
    pid: child.pid ?? 0,
    order: (order) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error(`${file.pathname} has ended`))
        child.once('exit', ended)
        child.once('message', (report: Report<Result>) => {
          child.off('exit', ended)
          if ('error' in report) reject(new Error(report.error))
          else resolve(report.result)
        })
        child.send(order)
      }),
    stop: () => child.disconnect(),
  }
}

/** In the worker: carries out each order, and ends together with the process that gives them. */
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
