import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { systemActor } from '../order/order-event.writes.ts'
import { expireHold } from './order-draft.writes.ts'

const BATCH_SIZE = 100
const INTERVAL_MS = 30_000

/**
 * Releases what drafts of all shops hold once its time is over, and returns how many. Several processes may run it at once. A
 * draft that fails is logged, stops no other, and is tried again by the next run.
 */
export async function expireHolds(
  db: Database,
  { log, signal }: { log?: Pick<Logger, 'error'> | undefined; signal?: AbortSignal } = {},
): Promise<number> {
  const due = await db
    .selectFrom('order_draft')
    .select(['config_id as shopId', 'id'])
    .where('held_until', '<=', new Date())
    .orderBy('held_until')
    .limit(BATCH_SIZE)
    .execute()
  let count = 0
  for (const { shopId, id } of due) {
    if (signal?.aborted) break
    const write = { shopId, actor: systemActor }
    try {
      count += Number(await db.transaction().execute((tx) => expireHold(tx, write, id)))
    } catch (error) {
      log?.error({ err: error, draft: id }, 'hold of a draft could not be ended')
    }
  }
  return count
}

/** Ends the holds of drafts every 30 s. */
export const draftHoldJob = (db: Database, log?: Pick<Logger, 'error'>): Job => ({
  name: 'draft_holds',
  intervalMs: INTERVAL_MS,
  run: (signal) => expireHolds(db, { log, signal }),
})
