import { sql } from 'kysely'
import type { Photo } from '#contract/comments/comment.ts'
import type { AdminReturn, ReturnState } from '#contract/orders/return.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { minorDigits } from '#server/modules/pricing/index.ts'
import { searchCondition } from '#server/platform/record-search/search-condition.ts'

/** A stored return with its order. */
export interface ReturnRow {
  id: number
  order_id: number
  kind: 'return' | 'withdrawal'
  state: ReturnState
  wish: 'refund' | 'exchange'
  answer: string
  requested_at: Date
  refund_due_at: Date | null
  /** When staff let the order ship although its buyer has withdrawn. */
  released_at: Date | null
}

export interface ReturnLineRow {
  return_id: number
  position: number
  name: string
  options: [name: string, value: string][]
  quantity: number
  /** Units that never left the shop. */
  cancelled: number
  reason: string
  restocked: number
  damaged: number
  missing: number
}

const returnNotFound = () => new AppError(404, 'not_found', 'Return not found')

/** The returns of an order, newest first. */
export function listReturnsOf(db: Database, shopId: number, orderId: number): Promise<ReturnRow[]> {
  return selectReturns(db, shopId, 'order_id', orderId)
}

/** AppError 404. */
export async function findReturn(db: Database, shopId: number, id: number): Promise<ReturnRow> {
  const [row] = await selectReturns(db, shopId, 'id', id)
  if (!row) throw returnNotFound()
  return row
}

async function selectReturns(db: Database, shopId: number, column: 'id' | 'order_id', value: number) {
  const rows = await db
    .selectFrom('order_return')
    .select([
      'id',
      'order_id',
      'kind',
      'state',
      'wish',
      'answer',
      'requested_at',
      'refund_due_at',
      'released_at',
    ])
    .where('config_id', '=', shopId)
    .where(column, '=', value)
    .orderBy('id', 'desc')
    .execute()
  return rows as ReturnRow[]
}

/** The lines of returns, in the order of the order. */
export async function listReturnLines(
  db: Database,
  shopId: number,
  returnIds: readonly number[],
): Promise<ReturnLineRow[]> {
  if (returnIds.length === 0) return []
  const { rows } = await sql<ReturnLineRow>`
    select r.return_id, r.position, r.name, r.options, r.quantity, r.reason, r.cancelled, r.restocked, r.damaged, r.missing
    from order_return_line r
    where r.config_id = ${shopId} and r.return_id = any(${[...returnIds]}::integer[])
    order by r.return_id, r.position`.execute(db)
  return rows
}

/** A photo of a return. */
export interface ReturnPhotoRow extends Photo {
  return_id: number
}

/** The photos of returns, in their order. */
export async function listReturnPhotos(
  db: Database,
  shopId: number,
  returnIds: readonly number[],
): Promise<ReturnPhotoRow[]> {
  if (returnIds.length === 0) return []
  return db
    .selectFrom('order_return_photo')
    .select(['return_id', 'file', 'width', 'height'])
    .where('config_id', '=', shopId)
    .where('return_id', 'in', returnIds)
    .orderBy('return_id')
    .orderBy('position')
    .execute()
}

/** The units of each line of an order, by position, that open returns have claimed. */
export async function sumClaimedUnits(
  tx: Transaction | Database,
  shopId: number,
  orderId: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ position: number; units: number }>`
    select l.position, sum(l.quantity - l.cancelled)::int as units
    from order_return_line l
    join order_return r on r.config_id = l.config_id and r.id = l.return_id
    where l.config_id = ${shopId} and l.order_id = ${orderId} and r.state in ('requested', 'approved', 'received')
    group by l.position`.execute(tx)
  return new Map(rows.map(({ position, units }) => [position, units]))
}

/** The positions of an order whose items are of a category without returns. */
export async function listExcludedPositions(
  db: Transaction | Database,
  shopId: number,
  orderId: number,
  categories: readonly number[],
): Promise<ReadonlySet<number>> {
  if (categories.length === 0) return new Set()
  const rows = await db
    .selectFrom('order_line as l')
    .innerJoin('product as p', (join) =>
      join.onRef('p.config_id', '=', 'l.config_id').onRef('p.id', '=', 'l.product_id'),
    )
    .select('l.position')
    .where('l.config_id', '=', shopId)
    .where('l.order_id', '=', orderId)
    .where('p.category_id', 'in', categories)
    .execute()
  return new Set(rows.map(({ position }) => position))
}

/** Items are back, or the days to refund a withdrawal are nearly over, and money is left to send. */
const isRefundDue = sql`and o.paid > o.refunded and (r.state = 'received' or (
  r.kind = 'withdrawal' and r.state in ('requested', 'approved') and r.refund_due_at < now() + interval '3 days'))`

type Listed = Omit<AdminReturn, 'photos' | 'lines' | 'answer' | 'holdsOrder' | 'isPaid'>

/** A page of returns, newest first, and the number of matching ones. */
export async function listReturnsForStaff(
  db: Database,
  { shopId, currency }: Pick<ShopContext, 'shopId' | 'currency'>,
  {
    page,
    limit,
    q,
    state,
    due,
  }: { page: number; limit: number; q?: string | undefined; state?: string | undefined; due: boolean },
): Promise<{ data: Listed[]; total: number }> {
  const search = { shopId, table: 'order_search_document', decimals: minorDigits(currency) } as const
  const found = q ? await searchCondition(db, { ...search, text: q }) : undefined
  const where = sql`r.config_id = ${shopId}
    ${state ? sql`and r.state = ${state}` : sql``}
    ${due ? isRefundDue : sql``}
    ${found ? sql`and o.id in (select d.order_id from order_search_document d where ${found})` : sql``}`
  const from = sql`order_return r join shop_order o on o.config_id = r.config_id and o.id = r.order_id`
  const [{ rows }, counted] = await Promise.all([
    sql<
      Omit<Listed, 'requestedAt' | 'refundDueAt' | 'hasLabel'> & {
        requestedAt: Date
        refundDueAt: Date | null
      }
    >`
      select r.id, r.kind, r.state, r.wish, r.requested_at as "requestedAt", r.refund_due_at as "refundDueAt", o.number,
        o.refunded > 0 as "isRefunded", o.serial, o.shipping_address ->> 'fullName' as customer, o.email
      from ${from} where ${where} order by r.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`.execute(db),
  ])
  const data = rows.map(({ requestedAt, refundDueAt, ...row }) => ({
    ...row,
    requestedAt: requestedAt.toISOString(),
    refundDueAt: refundDueAt?.toISOString() ?? null,
    hasLabel: row.state === 'approved',
  }))
  return { data, total: counted.rows[0]?.total ?? 0 }
}
