import type { Database } from '#server/db/connect.ts'
import { findAccount } from '../accounts/account.queries.ts'
import { carrierOf, type CarrierDeps } from '../accounts/connected.ts'
import type { LabelRow } from '../labels/label.queries.ts'
import { applyReports } from './tracking.writes.ts'

/** Asks the carrier of a label where its package is. Does nothing once the carrier is disconnected. */
export async function trackLabel(db: Database, deps: CarrierDeps, label: LabelRow): Promise<void> {
  const account = await findAccount(db, label.shopId, { carrier: label.carrier })
  if (!account) return
  await applyReports(db, deps, label, await carrierOf(deps, account).track(label))
}
