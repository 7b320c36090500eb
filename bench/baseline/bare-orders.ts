import { startWorker, type Worker } from '../worker.ts'

/** The statements of one order, with the values that differ in each replay. */
export interface RecordedOrder {
  statements: { text: string; values: unknown[] }[]
  number: string
  key: string
  /** The order's id, which the statements after its insertion use. */
  orderId: number
}

export interface BareOrders {
  databaseUrl: string
  /** Orders to replay, chosen at random. */
  orders: RecordedOrder[]
  clients: number
  seconds: number
}

/** Starts a process that places orders with bare SQL. Returns the milliseconds of each order. */
export const startBareOrders = (): Worker<BareOrders, { took: number[]; seconds: number }> =>
  startWorker(new URL('bare-orders-client.ts', import.meta.url))
