import { startWorker, type Worker } from '../worker.ts'

/** The statements of one order, with what must be another each time it is replayed. */
export interface RecordedOrder {
  statements: { text: string; values: unknown[] }[]
  number: string
  key: string
  /** Of the order; the statements after its insertion name it. */
  orderId: number
}

export interface BareOrders {
  databaseUrl: string
  /** Replayed at random. */
  orders: RecordedOrder[]
  clients: number
  seconds: number
}

/** Starts the process that places orders with nothing but their SQL. Answers milliseconds for each. */
export const startBareOrders = (): Worker<BareOrders, { took: number[]; seconds: number }> =>
  startWorker(new URL('bare-orders-client.ts', import.meta.url))
