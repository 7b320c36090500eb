import { sql } from 'kysely'
import { trackingStatusText } from '#contract/orders/tracking.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import {
  deliverByCarrier,
  findEmailShop,
  lockOrder,
  noteDeliveryProblem,
} from '#server/modules/orders/index.ts'
import type { TrackingReport, TrackingStatus } from '#server/platform/carriers/carrier.ts'
import type { CarrierDeps } from '../accounts/connected.ts'
import { findLabel, type LabelRow } from '../labels/label.queries.ts'
import { checkLabel } from '../labels/label.writes.ts'

const MAX_EVENTS = 200

/** After one of these nothing more is expected. */
const final: readonly TrackingStatus[] = ['delivered', 'returned', 'cancelled']
/** What staff have to see. */
const problems: readonly TrackingStatus[] = ['failed', 'returning', 'returned']

/**
 * Stores what a carrier reports about a package, in any order and as often as it likes. The latest report decides: `delivered`
 * moves the shipment, and the order with its last one. A problem goes to the timeline of staff, and moves nothing. The carrier is
 * asked again two hours later, also after a message.
 */
export async function applyReports(
  db: Database,
  { keyedHash }: CarrierDeps,
  { shopId, id, orderId }: LabelRow,
  reports: readonly TrackingReport[],
): Promise<void> {
  if (reports.length === 0) return
  const shop = await findEmailShop(db, shopId)
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, shopId, orderId)
    const label = await findLabel(tx, shopId, id, { lock: true })
    if (label?.state !== 'bought' || label.shipmentId === null) return
    const added = await insertReports(tx, label, reports)
    for (const { status, description, location } of added) {
      if (!problems.includes(status)) continue
      const note = [trackingStatusText(status, description), description, location].filter(Boolean)
      await noteDeliveryProblem(tx, shopId, orderId, [...new Set(note)].join(' – '))
    }
    const latest = latestStatus(reports)
    if (latest === 'delivered')
      await deliverByCarrier(tx, { email: { shop, services: { keyedHash } } }, order, label.shipmentId)
    // An order on hold is delivered once it is released.
    const isWaiting = latest === 'delivered' && order.held_at !== null
    const isFinal = latest !== undefined && final.includes(latest) && !isWaiting
    await checkLabel(tx, label, isFinal ? 'never' : 'later')
  })
}

/** The status of the latest report that the shop knows. Of two at one moment, the one further on the way. */
function latestStatus(reports: readonly TrackingReport[]): TrackingStatus | undefined {
  const known = reports.filter(({ status }) => status !== 'unknown')
  const rank = ({ at, status }: TrackingReport) => [at.getTime(), final.includes(status) ? 1 : 0] as const
  return known
    .toSorted((one, other) => {
      const [[oneAt, oneFinal], [otherAt, otherFinal]] = [rank(one), rank(other)]
      return oneAt - otherAt || oneFinal - otherFinal
    })
    .at(-1)?.status
}

/** Inserts what is new and returns it, oldest first. */
async function insertReports(
  tx: Transaction,
  { shopId, id }: LabelRow,
  reports: readonly TrackingReport[],
): Promise<TrackingReport[]> {
  const rows = reports.slice(-MAX_EVENTS).map(({ at, status, description, location }) => ({
    at: at.toISOString(),
    status,
    description: storable(description).slice(0, 300),
    location: storable(location).slice(0, 200),
  }))
  const { rows: added } = await sql<TrackingReport>`
    with added as (
      insert into tracking_event (config_id, label_id, at, status, description, location)
      select ${shopId}, ${id}, r.at, r.status, r.description, r.location
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r (at timestamptz, status text, description text, location text)
      on conflict do nothing
      returning at, status, description, location
    ) select * from added order by at`.execute(tx)
  return added
}

/** PostgreSQL stores no NUL, and carriers pad their texts. */
const storable = (text: string) => text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim()
