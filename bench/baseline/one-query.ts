import { startWorker } from '../worker.ts'
import type { Baseline } from './start.ts'

/** The one query that a bare server runs for every request, and its database. */
export interface Query {
  databaseUrl: string
  text: string
  values: unknown[]
  /** Size of its connection pool. */
  connections: number
  /** Sends all rows instead of the first, compressed as the shop compresses an answer. */
  all?: boolean
}

/** Starts a bare Fastify in its own process. It runs one query per call below `/api` and sends the row. */
export async function startOneQuery(query: Query): Promise<Baseline> {
  const worker = startWorker<Query, number>(new URL('one-query-server.ts', import.meta.url))
  try {
    return { port: await worker.order(query), pid: worker.pid, stop: worker.stop }
  } catch (error) {
    worker.stop()
    throw error
  }
}
