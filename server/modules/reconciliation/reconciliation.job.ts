import { connect } from '#server/db/connect.ts'
import { drain, type Job } from '#server/platform/jobs/job.ts'
import { requestNightlyChecks, runNextChecks } from './reconciliation.writes.ts'

/** Reconciles each shop every night at three in its time zone, and at once when the dashboard requests it. */
export function reconciliationJob(databaseUrl: string, { intervalMs = 3000 } = {}): Job {
  // The checks read every order, which takes longer than a request may.
  const db = connect(databaseUrl, { max: 2, limits: false })
  const runDue = drain(() => runNextChecks(db))
  return {
    name: 'reconciliation',
    intervalMs,
    channel: 'reconciliation',
    async run(signal) {
      await requestNightlyChecks(db)
      await runDue(signal)
    },
    close: () => db.destroy(),
  }
}
