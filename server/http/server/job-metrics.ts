import { Gauge, type Registry } from 'prom-client'
import { labelledMetrics } from './labelled-metrics.ts'
import type { JobRunner } from '#server/platform/jobs/job-runner.ts'

/** What the metrics read of a runner. */
export type ReportedJobs = Pick<JobRunner, 'stats' | 'isLeading'>

/** Adds the background jobs of this process to its metrics. */
export function registerJobMetrics(registry: Registry, { stats, isLeading }: ReportedJobs): void {
  const { counter, gauge } = labelledMetrics(registry, 'job', stats)
  counter('job_runs_total', 'Runs of a background job that have ended', ({ runs }) => runs)
  counter('job_failures_total', 'Of these, runs that failed', ({ failures }) => failures)
  counter('job_duration_seconds_total', 'Time that these runs took', ({ durationSeconds }) => durationSeconds)
  gauge(
    'job_lag_seconds',
    'How long the next successful run of a background job is overdue',
    'max',
    ({ lagSeconds }) => lagSeconds,
  )
  new Gauge({
    name: 'job_leader',
    help: 'Whether this host runs the background jobs, 1 or 0; one host of an installation has 1',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(Number(isLeading()))
    },
  })
}
