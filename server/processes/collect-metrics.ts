import cluster, { type Worker } from 'node:cluster'
import type { ParentMessage, WorkerMessage } from './messages.ts'

const REPORT_TIMEOUT_MS = 1000

interface Round {
  missing: number
  metrics: unknown[]
  finish: () => void
}

/** In the parent: asks every worker for its metrics whenever one worker needs the sum. */
export function collectMetrics() {
  const rounds = new Map<number, Round>()
  let lastRound = 0

  const begin = (requester: Worker, request: number) => {
    const round = ++lastRound
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const finish = () => {
      clearTimeout(timer)
      const metrics = rounds.get(round)?.metrics ?? []
      if (rounds.delete(round) && requester.isConnected())
        requester.send({ kind: 'collected-metrics', request, metrics } satisfies ParentMessage)
    }
    const timer = setTimeout(finish, REPORT_TIMEOUT_MS)
    rounds.set(round, { missing: workers.length, metrics: [], finish })
    for (const worker of workers) worker?.send({ kind: 'report-metrics', round } satisfies ParentMessage)
  }

  return {
    receive(worker: Worker, message: WorkerMessage): void {
      if (message.kind === 'collect-metrics') begin(worker, message.request)
      if (message.kind !== 'metrics') return
      const round = rounds.get(message.round)
      round?.metrics.push(message.metrics)
      if (round && --round.missing === 0) round.finish()
    },
  }
}
