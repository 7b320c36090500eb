import type { Siblings } from '#server/http/metrics.ts'
import type { Order, Report } from './messages.ts'

/** Tells the parent something. Where it is gone, this process ends as well. */
export const tell = (report: Report) => void process.send?.(report)

/** The other processes, as this one reaches them: through the parent. */
export function siblings(): Siblings {
  const waiting = new Map<number, (counts: unknown[]) => void>()
  let read: (() => Promise<unknown>) | undefined
  let latest = 0

  process.on('message', (order: Order) => {
    if (order.kind === 'count') {
      const { round } = order
      // One that is not open yet has counted nothing.
      void (read?.() ?? Promise.resolve([])).then((count) => tell({ kind: 'counted', round, count }))
    }
    if (order.kind === 'counts') {
      waiting.get(order.asked)?.(order.counts)
      waiting.delete(order.asked)
    }
  })

  return {
    answerWith(count) {
      read = count
    },
    gather() {
      const asked = ++latest
      const { promise, resolve } = Promise.withResolvers<unknown[]>()
      waiting.set(asked, resolve)
      tell({ kind: 'gather', asked })
      return promise
    },
  }
}
