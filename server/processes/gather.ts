import cluster, { type Worker } from 'node:cluster'
import type { Order, Report } from './messages.ts'

/** Milliseconds that those who count have to answer. */
const waitLimit = 1000

interface Round {
  missing: number
  counts: unknown[]
  done: () => void
}

/** Asks every process what it has counted, whenever one of them is asked for the sum. */
export function gatherCounts() {
  const rounds = new Map<number, Round>()
  let latest = 0

  const begin = (asker: Worker, asked: number) => {
    const round = ++latest
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const finish = () => {
      clearTimeout(timer)
      const counts = rounds.get(round)?.counts ?? []
      if (rounds.delete(round) && asker.isConnected())
        asker.send({ kind: 'counts', asked, counts } satisfies Order)
    }
    const timer = setTimeout(finish, waitLimit)
    rounds.set(round, { missing: workers.length, counts: [], done: finish })
    for (const worker of workers) worker?.send({ kind: 'count', round } satisfies Order)
  }

  return {
    hear(worker: Worker, report: Report): void {
      if (report.kind === 'gather') begin(worker, report.asked)
      if (report.kind !== 'counted') return
      const round = rounds.get(report.round)
      round?.counts.push(report.count)
      if (round && --round.missing === 0) round.done()
    },
  }
}
