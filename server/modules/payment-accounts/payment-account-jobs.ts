import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import type { OnlinePayments } from '#server/platform/payments/online-payments.ts'
import { eraseFinishedKeys } from './accounts/account.writes.ts'
import { pollTestPayments } from './test-payments/ask-test-payment.ts'
import { removeOldTestPayments } from './test-payments/test-payment.writes.ts'

/** Ask about test payments every 30 s, and erase the keys of disconnected providers once nothing depends on them. */
export const paymentAccountJobs = (db: Database, online: OnlinePayments, log: Logger): Job[] => [
  { name: 'test_payments', intervalMs: 30_000, run: () => pollTestPayments(db, online, log) },
  {
    name: 'payment_accounts',
    intervalMs: 600_000,
    async run() {
      await removeOldTestPayments(db)
      return eraseFinishedKeys(db)
    },
  },
]
