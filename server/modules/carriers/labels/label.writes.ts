import { sql } from 'kysely'
import type { LabelCarrier } from '#contract/carriers/label.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import type { Label, PackageSize, Price } from '#server/platform/carriers/carrier.ts'
import type { LabelRow } from './label.queries.ts'

/** The purchase that is about to begin. */
export interface NewLabel {
  orderId: number
  shipmentId: number | null
  carrier: LabelCarrier
  reference: string
  lines: readonly { position: number; quantity: number }[]
  quote: string
  size: PackageSize
}

/** How long the call to a carrier may take before the job asks what became of it. */
const CALL = sql<Date>`clock_timestamp() + interval '2 minutes'`

/** Stores a purchase before the carrier is called, and returns its id. AppError 409 while another one of the order runs. */
export async function insertLabel(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  { orderId, shipmentId, carrier, reference, lines, quote, size }: NewLabel,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into carrier_label (config_id, order_id, shipment_id, carrier, reference, lines, quote, weight, length_cm, width_cm,
      height_cm, actor_id, actor_name, next_check_at)
    values (${shopId}, ${orderId}, ${shipmentId}, ${carrier}, ${reference}, ${JSON.stringify(lines)}, ${quote}, ${size.grams},
      ${size.lengthCm}, ${size.widthCm}, ${size.heightCm}, ${actor.id}, ${actor.name}, ${CALL})
    on conflict (config_id, order_id) where state = 'buying' do nothing
    returning id`.execute(tx)
  const [row] = rows
  if (!row)
    throw new AppError(409, 'label_pending', 'A label of this order is being bought. Wait for its result')
  return row.id
}

/** Stores a label that was bought, as `storableLabel` returns it. `check`: when the carrier is asked about it next. */
export async function storeBought(
  tx: Transaction,
  { shopId, id }: Pick<LabelRow, 'shopId' | 'id'>,
  { service, price, currency, tracking, trackingUrl, pdfUrl, remote, problem = '' }: Label,
  { shipmentId, check }: { shipmentId: number | null; check: 'now' | 'later' | 'never' },
): Promise<void> {
  await sql`
    update carrier_label set state = 'bought', service = ${service}, price = coalesce(${price ?? null}, price),
      currency = coalesce(${currency ?? null}, currency), tracking = ${tracking}, tracking_url = ${trackingUrl},
      pdf_url = ${pdfUrl}, remote = ${JSON.stringify(remote)}, problem = ${problem.slice(0, 500)}, shipment_id = ${shipmentId},
      next_check_at = ${moments[check]}
    where config_id = ${shopId} and id = ${id}`.execute(tx)
}

const moments = {
  now: sql`clock_timestamp()`,
  // A package that has not arrived after 60 days is looked at by people.
  later: sql`case when created_at > now() - interval '60 days' then clock_timestamp() + interval '2 hours' end`,
  never: sql`null::timestamptz`,
}

/** Ends a label that was not bought, or was given back. `problem` is a sentence for staff. A refused label cost nothing. */
export async function endLabel(
  db: Database,
  { shopId, id }: Pick<LabelRow, 'shopId' | 'id'>,
  state: 'refused' | 'cancelled',
  problem: string,
): Promise<void> {
  await sql`
    update carrier_label set state = ${state}, problem = ${problem.slice(0, 500)}, next_check_at = null,
      price = case when ${state === 'refused'} then 0 else price end
    where config_id = ${shopId} and id = ${id}`.execute(db)
}

/** Stores a sentence for staff about a label, and the price that is known of it. */
export async function noteProblem(
  db: Database,
  { shopId, id }: Pick<LabelRow, 'shopId' | 'id'>,
  problem: string,
  known?: Price,
): Promise<void> {
  await sql`
    update carrier_label set problem = ${problem.slice(0, 500)}, price = coalesce(${known?.price ?? null}, price),
      currency = coalesce(${known?.currency ?? null}, currency)
    where config_id = ${shopId} and id = ${id}`.execute(db)
}

/** Stores the PDF of a label, and where it came from. */
export async function storePdf(
  db: Database,
  { shopId, id }: Pick<LabelRow, 'shopId' | 'id'>,
  pdf: Buffer,
): Promise<void> {
  await sql`update carrier_label set pdf = ${pdf} where config_id = ${shopId} and id = ${id}`.execute(db)
}

/** Asks the carrier about a label at the next run of the job, in two hours, or never again. */
export async function checkLabel(
  db: Database,
  { shopId, id }: Pick<LabelRow, 'shopId' | 'id'>,
  when: 'now' | 'later' | 'never',
): Promise<void> {
  await sql`
    update carrier_label set next_check_at = ${moments[when]}
    where config_id = ${shopId} and id = ${id} and state = 'bought'`.execute(db)
}

/** So many labels are claimed at once. */
const BATCH_SIZE = 20

/** A claimed label. */
export type DueLabel = Pick<LabelRow, 'shopId' | 'id' | 'carrier'>

/** While it is likely that the carrier was down for a moment. */
const PRESSING = sql`interval '1 hour'`

/**
 * Claims labels of all shops about which their carriers are to be asked, and sets the next time: two hours, or a minute for a
 * purchase without an answer, or a label to give back, in its first hour.
 */
export async function claimDueLabels(db: Database): Promise<DueLabel[]> {
  const { rows } = await sql<DueLabel>`
    update carrier_label l set next_check_at = case
      when (l.state = 'buying' or l.shipment_id is null) and l.created_at > now() - ${PRESSING}
        then clock_timestamp() + interval '1 minute'
      -- A purchase ends by itself, also in a shop that was off for months.
      when l.state = 'buying' then clock_timestamp() + interval '2 hours'
      else ${moments.later} end
    from (
      select config_id, id from carrier_label where next_check_at <= clock_timestamp()
      order by next_check_at limit ${BATCH_SIZE} for update skip locked
    ) due
    where l.config_id = due.config_id and l.id = due.id
    returning l.config_id as "shopId", l.id, l.carrier`.execute(db)
  return rows
}

/** Gives claimed labels back that nothing was asked about. They come after those that are due already. */
export async function releaseLabels(db: Database, labels: readonly DueLabel[]): Promise<void> {
  await sql`
    update carrier_label l set next_check_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(labels)}) as r ("shopId" int, id int)
    where l.config_id = r."shopId" and l.id = r.id and l.next_check_at is not null`.execute(db)
}
