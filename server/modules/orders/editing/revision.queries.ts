import type { OrderRevision } from '#contract/orders/edit-order.ts'
import type { Database } from '#server/db/connect.ts'
import { totalsToView } from '#server/modules/cart/index.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { listRefundablePayments } from '../payments/payment.queries.ts'
import { settledOf } from '../refunds/refund.rules.ts'
import type { OrderSnapshot, RevisedTotals } from './revision.writes.ts'

/** A stored edit. */
export interface Revision {
  id: number
  eventId: number
  before: OrderSnapshot
  after: OrderSnapshot
  /** What was paid and not sent back when it was made, in minor units. */
  settled: number
  isUndone: boolean
}

/** The edits of an order, oldest first. */
export async function listRevisions(db: Database, shopId: number, orderId: number): Promise<Revision[]> {
  const rows = await db
    .selectFrom('order_revision')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, event_id: eventId, before, after, settled, undone_at: at }) => ({
    id,
    eventId,
    before: before as unknown as OrderSnapshot,
    after: after as unknown as OrderSnapshot,
    settled,
    isUndone: at !== null,
  }))
}

/** The latest edit that is not undone: the only one that can be. */
export const latestRevision = (revisions: readonly Revision[]): Revision | undefined =>
  revisions.findLast(({ isUndone }) => !isUndone)

/** What is paid of an order and stays paid, in minor units, as `settledOf`. */
export const readSettled = async (db: Database, order: OrderRow): Promise<number> =>
  settledOf(order, await listRefundablePayments(db, order.config_id, order.id))

/** The edits of an order for the dashboard. `canEdit`: the order can be edited now. */
export async function readRevisions(
  db: Database,
  order: OrderRow,
  { canEdit }: { canEdit: boolean },
): Promise<OrderRevision[]> {
  const revisions = await listRevisions(db, order.config_id, order.id)
  if (revisions.length === 0) return []
  const latest = canEdit ? latestRevision(revisions) : undefined
  const isStill = latest && latest.settled === (await readSettled(db, order))
  const totals = ({
    coupon_discount: coupon,
    shipping_tax: shippingTax,
    cash_fee: cashFee = 0,
    ...rest
  }: RevisedTotals) =>
    totalsToView(
      { ...rest, coupon, shippingTax, cashFee },
      { tax: { includesTax: order.tax_included, name: order.tax_name } },
      order.currency,
    )
  return revisions.map((revision) => ({
    id: revision.id,
    eventId: revision.eventId,
    isUndone: revision.isUndone,
    canUndo: revision === latest && isStill === true,
    before: totals(revision.before.totals),
    after: totals(revision.after.totals),
  }))
}
