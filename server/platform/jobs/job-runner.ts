import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { listenTo, type Listener } from '#server/db/listener.ts'
import type { Job } from './job.ts'
import { exactly, ownLease, type Lease } from './lease.ts'

export interface JobStats {
  name: string
  runs: number
  failures: number
  /** Of all runs together. */
  durationSeconds: number
  /** How long the next successful run is overdue; 0 while the job keeps its interval, or another host runs it. */
  lagSeconds: number
}

export interface JobRunner {
  /** Starts jobs; `stop` ends them. */
  start(...jobs: readonly Job[]): void
  stats(): JobStats[]
  /** Whether this host runs the jobs that run on one host. */
  isLeading(): boolean
  /** Starts no further run, waits for those that are under way, and hands the jobs over to another host. */
  stop(): Promise<void>
}

interface RunnerDeps {
  databaseUrl: string
  log: Logger
  lease?: Lease
}

/** Longest wait after failures, for jobs with a shorter interval. */
const MAX_BACK_OFF_MS = 30_000

/** After failures in a row, a job waits its interval, then twice, four times as long … up to 30 s. */
export const backOffMs = (intervalMs: number, failures: number) =>
  Math.max(intervalMs, Math.min(MAX_BACK_OFF_MS, intervalMs * 2 ** Math.min(failures - 1, 20)))

/**
 * Runs background jobs, each in a separate loop, so that a slow or failing job delays no other, while this host holds the
 * lease. Should two hosts run the same jobs nevertheless, each claims its rows.
 */
export function createJobRunner({ databaseUrl, log, lease = ownLease }: RunnerDeps): JobRunner {
  const stopping = new AbortController()
  const loops: { job: Job; stats: () => JobStats; ended: Promise<void> }[] = []
  return {
    start(...jobs) {
      for (const job of jobs)
        loops.push({
          job,
          ...startLoop(job, {
            databaseUrl,
            log,
            stopping: stopping.signal,
            lease: job.everyHost ? ownLease : lease,
          }),
        })
    },
    stats: () => loops.map(({ stats }) => stats()),
    isLeading: lease.isHeld,
    async stop() {
      stopping.abort()
      await Promise.all(loops.map(({ ended, job }) => ended.then(() => job.close?.())))
      await lease.release()
    },
  }
}

interface LoopDeps extends Required<RunnerDeps> {
  stopping: AbortSignal
}

function startLoop(job: Job, { databaseUrl, log, lease, stopping }: LoopDeps) {
  const { name, intervalMs, firstRunMs = intervalMs, channel } = job
  let nap = new AbortController()
  const listener: Listener | undefined =
    channel === undefined ? undefined : listenTo(databaseUrl, channel, () => nap.abort())
  let [runs, failures, failuresInRow, durationMs] = [0, 0, 0, 0]
  let dueAt = performance.now() + firstRunMs

  const sleep = async (ms: number) => {
    const signal = AbortSignal.any([stopping, nap.signal])
    await wait(ms, undefined, { signal }).catch(() => {})
  }

  const runOnce = async () => {
    const startedAt = performance.now()
    // A notification during the run starts the next one at once.
    nap = new AbortController()
    try {
      await listener?.ensure()
      await job.run(exactly(AbortSignal.any([stopping, lease.term()]), lease.isHeld))
      if (failuresInRow > 0) log.info({ job: name, failures: failuresInRow }, 'job works again')
      failuresInRow = 0
      dueAt = performance.now() + intervalMs
    } catch (error) {
      failures++
      failuresInRow++
      // One warning for each outage; /metrics counts every failure.
      log[failuresInRow === 1 ? 'warn' : 'debug']({ err: error, job: name }, 'job failed')
    }
    runs++
    durationMs += performance.now() - startedAt
  }

  const mayRun = () => !stopping.aborted && lease.isHeld()
  /** Waits for the lease and returns true; false if the runner stops. */
  const lead = async () => {
    const isLeading = await lease.whenHeld(stopping).then(
      () => true,
      () => false,
    )
    dueAt = performance.now() + firstRunMs
    return isLeading
  }

  const loop = async () => {
    // Notifications count from the start. If the database is away, the first run connects.
    await listener?.ensure().catch(() => {})
    while (await lead()) {
      await sleep(firstRunMs)
      while (mayRun()) {
        await runOnce()
        await sleep(failuresInRow === 0 ? intervalMs : backOffMs(intervalMs, failuresInRow))
      }
    }
    await listener?.close()
  }

  return {
    ended: loop(),
    stats: (): JobStats => ({
      name,
      runs,
      failures,
      durationSeconds: durationMs / 1000,
      lagSeconds: lease.isHeld() ? Math.max(0, performance.now() - dueAt) / 1000 : 0,
    }),
  }
}
