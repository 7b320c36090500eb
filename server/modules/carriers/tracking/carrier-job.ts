import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import { CarrierUnavailable, isFromCarrier } from '#server/platform/carriers/carrier.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import type { CarrierDeps } from '../accounts/connected.ts'
import { resolveLabel } from '../labels/buy-label.ts'
import { giveBackUnused } from '../labels/cancel-label.ts'
import { findLabel, type LabelRow } from '../labels/label.queries.ts'
import { claimDueLabels, releaseLabels, type DueLabel } from '../labels/label.writes.ts'
import { trackLabel } from './track-label.ts'

const INTERVAL_MS = 30_000

/** Asks carriers what became of purchases without an answer, and where packages are whose messages did not arrive. */
export function carrierJob(db: Database, deps: CarrierDeps, log: Pick<Logger, 'warn'>): Job {
  return { name: 'carrier_labels', intervalMs: INTERVAL_MS, run: () => checkLabels(db, deps, log) }
}

/** Connections whose carriers are asked at the same time. */
const MAX_LANES = 4

/**
 * Asks about all labels that are due, and returns their number. Each connection is asked about one label after the other. One
 * that gives no answer is not asked about the others, which stay due.
 */
export async function checkLabels(
  db: Database,
  deps: CarrierDeps,
  log?: Pick<Logger, 'warn'>,
): Promise<number> {
  const due = await claimDueLabels(db)
  const lanes = Map.groupBy(due, ({ shopId, carrier }) => `${shopId} ${carrier}`)
  const slots = limitConcurrency(MAX_LANES)
  await Promise.all([...lanes.values()].map((lane) => slots.run(() => checkLane(db, deps, lane, log))))
  return due.length
}

async function checkLane(
  db: Database,
  deps: CarrierDeps,
  lane: readonly DueLabel[],
  log?: Pick<Logger, 'warn'>,
): Promise<void> {
  for (const [index, { shopId, id }] of lane.entries()) {
    const label = await findLabel(db, shopId, id)
    if (!label) continue
    try {
      await checkLabel(db, deps, label)
    } catch (error) {
      log?.warn(
        { err: isFromCarrier(error) ? error.message : error, label: id },
        'carrier could not be asked',
      )
      if (error instanceof CarrierUnavailable) return releaseLabels(db, lane.slice(index + 1))
    }
  }
}

function checkLabel(db: Database, deps: CarrierDeps, label: LabelRow): Promise<void> {
  if (label.state === 'buying') return resolveLabel(db, deps, label)
  return label.shipmentId === null ? giveBackUnused(db, deps, label) : trackLabel(db, deps, label)
}
