import { startWorker, type Worker } from '../worker.ts'

/** Orders placed by concurrent shoppers; each places the next when the last is answered. */
export interface OrderLoad {
  port: number
  /** Chosen at random; each call has its own idempotency key. */
  orders: readonly object[]
  clients: number
  seconds: number
}

export interface OrderResult {
  /** Milliseconds per order, from sending to the last byte of the answer. */
  took: number[]
  seconds: number
}

/** Starts the ordering process. Rejects if an answer is not 201. */
export const startOrderClient = (): Worker<OrderLoad, OrderResult> =>
  startWorker(new URL('order-client.ts', import.meta.url))
