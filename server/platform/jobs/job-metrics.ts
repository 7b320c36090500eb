import { Counter, Gauge, type Registry } from 'prom-client'
import type { JobStats } from './job-runner.ts'

/** Adds the background jobs of this process to its metrics. */
export function registerJobMetrics(registry: Registry, stats: () => readonly JobStats[]): void {
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
}
