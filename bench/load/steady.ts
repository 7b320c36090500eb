import { startWorker, type Worker } from '../worker.ts'
import { partsOf, type BenchRequest } from './request.ts'

/** Requests at a steady average rate. */
export interface SteadyLoad {
  port: number
  /** Requests, sent in turn. */
  requests: { method: string; path: string; headers: Record<string, string>; body: string }[]
  /** Requests per second. */
  rate: number
  seconds: number
}

export interface SteadyResult {
  /** Milliseconds per request, from sending to the last byte of the answer. */
  took: number[]
  /** The number of answers per status. */
  statuses: Record<number, number>
  /** Bytes of all answers, heads included. */
  bytes: number
}

/** Starts the sending process. */
export const startSteadyClient = (): Worker<SteadyLoad, SteadyResult> =>
  startWorker(new URL('steady-client.ts', import.meta.url))

/** Requests in the form that the process accepts. */
export const steadily = (requests: readonly BenchRequest[]): SteadyLoad['requests'] => requests.map(partsOf)
