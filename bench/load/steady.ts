import { startWorker, type Worker } from '../worker.ts'
import { partsOf, type BenchRequest } from './request.ts'

/** Requests that arrive at a steady rate. */
export interface SteadyLoad {
  port: number
  /** Taken in turn. */
  requests: { method: string; path: string; headers: Record<string, string>; body: string }[]
  /** A second. */
  rate: number
  seconds: number
}

export interface SteadyResult {
  /** Milliseconds from sending each request to the last byte of its answer. */
  took: number[]
  /** How many answers had each status. */
  statuses: Record<number, number>
}

/** Starts the process that sends them. */
export const startSteadyClient = (): Worker<SteadyLoad, SteadyResult> =>
  startWorker(new URL('steady-client.ts', import.meta.url))

/** Requests as the process takes them. */
export const steadily = (requests: readonly BenchRequest[]): SteadyLoad['requests'] => requests.map(partsOf)
