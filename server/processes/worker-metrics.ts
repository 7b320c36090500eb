import type { WorkerMetrics } from '#server/http/server/metrics.ts'
import type { ParentMessage, WorkerMessage } from './messages.ts'

/** Sends a message to the parent. If the parent is gone, Node ends this process as well. */
export const sendToParent = (message: WorkerMessage) => void process.send?.(message)

/** In a worker: exchanges metrics with the other workers through the parent. */
export function workerMetrics(): WorkerMetrics {
  const pending = new Map<number, (metrics: unknown[]) => void>()
  let read: (() => Promise<unknown>) | undefined
  let lastRequest = 0

  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'report-metrics') {
      const { round } = message
      // A worker that is not open yet has no metrics.
      void (read?.() ?? Promise.resolve([])).then((metrics) =>
        sendToParent({ kind: 'metrics', round, metrics }),
      )
    }
    if (message.kind === 'collected-metrics') {
      pending.get(message.request)?.(message.metrics)
      pending.delete(message.request)
    }
  })

  return {
    provide(readMetrics) {
      read = readMetrics
    },
    collect() {
      const request = ++lastRequest
      const { promise, resolve } = Promise.withResolvers<unknown[]>()
      pending.set(request, resolve)
      sendToParent({ kind: 'collect-metrics', request })
      return promise
    },
  }
}
