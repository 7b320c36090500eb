import { startWorker, type Worker } from '../worker.ts'

/** What the load client is told to do. */
export interface Load {
  port: number
  /** As bytes, taken in turn. */
  requests: Buffer[]
  connections: number
  seconds: number
  /** The status that every answer must have. */
  status: number
}

export interface LoadResult {
  answers: number
  /** Until the last answer was complete. */
  seconds: number
}

/**
 * Starts the process that makes the load. Its orders reject where an answer has another status than the one that is due,
 * or a connection breaks.
 */
export const startLoadClient = (): Worker<Load, LoadResult> =>
  startWorker(new URL('client.ts', import.meta.url))
