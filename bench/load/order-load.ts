import { startWorker, type Worker } from '../worker.ts'

/** Orders that are placed by so many shoppers at once, each the next as soon as the last is answered. */
export interface OrderLoad {
  port: number
  /** Bodies of orders, taken at random; each call has a key of its own. */
  bodies: string[]
  clients: number
  seconds: number
}

export interface OrderResult {
  /** Milliseconds from sending each order to the last byte of its answer. */
  took: number[]
  seconds: number
}

/** Starts the process that orders. Rejects where an answer is not 201. */
export const startOrderClient = (): Worker<OrderLoad, OrderResult> =>
  startWorker(new URL('order-client.ts', import.meta.url))
