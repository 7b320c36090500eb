import { Counter, Gauge, type Registry } from 'prom-client'
import type { JobRunner } from './job-runner.ts'

/** What the metrics read of a runner. */
export type ReportedJobs = Pick<JobRunner, 'stats' | 'isLeading'>

type JobStats = ReturnType<ReportedJobs['stats']>[number]

/** Adds the background jobs of this process to its metrics. */
export function registerJobMetrics(registry: Registry, { stats, isLeading }: ReportedJobs): void {
  const labelNames = ['job'] as const
  const count = (name: string, help: string, read: (job: JobStats) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const job of stats()) this.inc({ job: job.name }, read(job))
      },
    })
  count('job_runs_total', 'Runs of a background job that have ended', (job) => job.runs)
  count('job_failures_total', 'Of these, runs that failed', (job) => job.failures)
  count('job_duration_seconds_total', 'Time that these runs took', (job) => job.durationSeconds)
  new Gauge({
    name: 'job_lag_seconds',
    help: 'How long the next successful run of a background job is overdue',
    labelNames,
    aggregator: 'max',
    registers: [registry],
    collect() {
      for (const job of stats()) this.set({ job: job.name }, job.lagSeconds)
    },
  })
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
