import { startWorker, type Worker } from '../worker.ts'

/** The instructions of the load client. */
export interface Load {
  port: number
  /** Requests as bytes, sent in turn. */
  requests: Buffer[]
  connections: number
  seconds: number
  /** The required status of every answer. */
  status: number
}

export interface LoadResult {
  answers: number
  /** Seconds until the last answer was complete. */
  seconds: number
}

/** Starts the load process. A run rejects if an answer has another status or a connection breaks. */
export const startLoadClient = (): Worker<Load, LoadResult> =>
  startWorker(new URL('client.ts', import.meta.url))
