import { sql } from 'kysely'
import type { LabelCarrier, OrderLabel } from '#contract/carriers/label.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { carrierNames } from '../accounts/account-fields.ts'

/** A stored label without its PDF. `price` is minor units of `currency`. */
export interface LabelRow {
  shopId: number
  id: number
  orderId: number
  shipmentId: number | null
  carrier: LabelCarrier
  state: OrderLabel['state']
  reference: string
  lines: { position: number; quantity: number }[]
  quote: string
  service: string
  weight: number
  lengthCm: number
  widthCm: number
  heightCm: number
  price: number
  currency: string
  tracking: string
  trackingUrl: string
  remote: Record<string, string>
  pdfUrl: string
  hasPdf: boolean
  problem: string
  actorId: number | null
  actorName: string
  createdAt: Date
  /** The carrier has the package, or had it. */
  isOnItsWay: boolean
}

export const labelNotFound = () => new AppError(404, 'not_found', 'Label not found')

const labelColumns = sql`l.config_id as "shopId", l.id, l.order_id as "orderId", l.shipment_id as "shipmentId", l.carrier, l.state,
  l.reference, l.lines, l.quote, l.service, l.weight, l.length_cm as "lengthCm", l.width_cm as "widthCm", l.height_cm as "heightCm",
  l.price::float8 as price, l.currency, l.tracking, l.tracking_url as "trackingUrl", l.remote, l.pdf_url as "pdfUrl",
  l.pdf is not null as "hasPdf", l.problem, l.actor_id as "actorId", l.actor_name as "actorName", l.created_at as "createdAt",
  coalesce((select true from tracking_event t where t.config_id = l.config_id and t.label_id = l.id
    and t.status not in ('created', 'unknown', 'cancelled') limit 1), false) as "isOnItsWay"`

/** The labels of an order, oldest first. */
export async function listLabels(db: Database, shopId: number, orderId: number): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select ${labelColumns} from carrier_label l
    where l.config_id = ${shopId} and l.order_id = ${orderId} order by l.id`.execute(db)
  return rows
}

/** One label. `lock` locks it until the transaction ends: lock its order before. */
export async function findLabel(
  db: Database,
  shopId: number,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<LabelRow | undefined> {
  const { rows } = await sql<LabelRow>`
    select ${labelColumns} from carrier_label l where l.config_id = ${shopId} and l.id = ${id}
    ${lock ? sql`for no key update of l` : sql``}`.execute(db)
  return rows[0]
}

/** The label with a tracking number of a carrier, the newest if the carrier uses its numbers again. */
export async function findTrackedLabel(
  db: Database,
  shopId: number,
  carrier: LabelCarrier,
  tracking: string,
): Promise<LabelRow | undefined> {
  const { rows } = await sql<LabelRow>`
    select ${labelColumns} from carrier_label l
    where l.config_id = ${shopId} and l.carrier = ${carrier} and l.tracking = ${tracking} and l.tracking <> ''
    order by l.id desc limit 1`.execute(db)
  return rows[0]
}

/** The stored PDF of a label. */
export async function findLabelPdf(db: Database, shopId: number, id: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('carrier_label')
    .select('pdf')
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.pdf ?? null
}

/** Whether a label can still be given back: once the carrier has the package, it cannot. */
export const canCancel = ({ state, isOnItsWay }: LabelRow): boolean => state === 'bought' && !isOnItsWay

/** A label for the API. */
export const labelToView = (label: LabelRow): OrderLabel => ({
  id: label.id,
  shipmentId: label.shipmentId,
  carrier: label.carrier,
  name: carrierNames[label.carrier],
  state: label.state,
  service: label.service,
  price: label.currency ? toMajor(label.price, label.currency) : 0,
  currency: label.currency,
  trackingNumber: label.tracking,
  problem: label.problem,
  canCancel: canCancel(label),
  boughtAt: label.createdAt.toISOString(),
})
