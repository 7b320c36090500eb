import { startWorker } from '../worker.ts'
import type { Baseline } from './start.ts'

/** What a bare server asks of which database, whatever it is sent. */
export interface Query {
  databaseUrl: string
  text: string
  values: unknown[]
  /** Of its pool. */
  connections: number
}

/** Starts a bare Fastify in a process of its own that runs one query for each call below `/api` and sends the row. */
export async function startOneQuery(query: Query): Promise<Baseline> {
  const worker = startWorker<Query, number>(new URL('one-query-server.ts', import.meta.url))
  try {
    return { port: await worker.order(query), pid: worker.pid, stop: worker.stop }
  } catch (error) {
    worker.stop()
    throw error
  }
}
