import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { listDue } from './deliver/delivery.writes.ts'
import { fanOut, listBehind, type WebhookKey } from './deliver/fan-out.ts'
import { deliverDue, type LaneDeps } from './deliver/lane.ts'

const INTERVAL_MS = 1000
/** Webhooks that are served at the same time. */
const MAX_LANES = 20

/**
 * Gives events to webhooks every second. Each webhook with something due has a lane of its own, which goes on after the run, so
 * that a slow receiver holds up no other.
 */
export function webhookJob(
  db: Database,
  deps: LaneDeps,
  { intervalMs = INTERVAL_MS }: { intervalMs?: number } = {},
): Job {
  const lanes = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  const openLane = (key: WebhookKey, signal: AbortSignal) => {
    const name = `${key.config_id} ${key.id}`
    if (lanes.has(name) || lanes.size >= MAX_LANES) return
    const lane = deliverDue(db, key, deps, signal)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => lanes.delete(name))
    lanes.set(name, lane)
  }
  return {
    name: 'webhooks',
    intervalMs,
    async run(signal) {
      for (const key of await listBehind(db)) while (!signal.aborted && (await fanOut(db, key)));
      for (const key of await listDue(db)) openLane(key, signal)
      // A lane that failed counts as a failure of the next run.
      const failed = failures.splice(0)
      if (failed.length > 0) throw new AggregateError(failed, 'Deliveries to webhooks failed')
    },
    close: () => Promise.all(lanes.values()),
  }
}
