import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { expireOrders } from '../order/expire-orders.ts'
import { processRefunds } from '../refunds/process-refunds.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { pollPayments } from './poll-payments.ts'

const INTERVAL_MS = 30_000

/** Cancel orders that were not paid in time, poll open payments, and process due refunds, every 30 s. */
export function paymentJobs(db: Database, deps: PaymentDeps, log: Logger): Job[] {
  return [
    { name: 'order_expiry', intervalMs: INTERVAL_MS, run: () => expireOrders(db, deps.keyedHash) },
    { name: 'payment_polling', intervalMs: INTERVAL_MS, run: () => pollPayments(db, deps, log) },
    { name: 'refunds', intervalMs: INTERVAL_MS, run: () => processRefunds(db, deps) },
  ]
}
