import { sql, type InsertObject, type Selectable, type UpdateObject } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { DB, Refund } from '#server/db/schema.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { addRefundedAmount, addRefundedLines } from '../order/order.writes.ts'
import type { OpenedBy } from '#server/platform/payments/online-payments.ts'
import { isUnsentExcess } from '../payments/payment.queries.ts'

/** Refunded units of an order line. */
export interface RefundedLine {
  position: number
  quantity: number
  /** Minor units. */
  amount: number
  /** Units that go back on sale. */
  restocked: number
}

interface NewRefund {
  paymentId: number
  /** Minor units, above zero. */
  amount: number
  /** The part for the delivery. What is left beyond it and the lines is goodwill for the goods. */
  deliveryAmount?: number
  lines?: readonly RefundedLine[]
  reason: string
  /** Staff have already sent the money. */
  isDone?: boolean
  /** Set if the currency differs from the order's. */
  currency?: string
  /** False for money that never counted as paid. */
  isCounted?: boolean
  /** A lower total left it over. Staff can undo the edit for some minutes before it is sent. */
  isExcess?: boolean
}

/** How long the refund of an edit waits, so that the edit can be undone. */
const UNDO_TIME = '5 minutes'

/** Inserts a refund for a locked order and returns its id. The database rejects more than was paid. */
export async function insertRefund(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  orderId: number,
  {
    paymentId,
    amount,
    deliveryAmount = 0,
    lines = [],
    reason,
    isDone = false,
    currency,
    isCounted = true,
    isExcess = false,
  }: NewRefund,
): Promise<number> {
  const nonLineAmount = amount - lines.reduce((sum, line) => sum + line.amount, 0)
  const { id } = await tx
    .insertInto('refund')
    .values({
      config_id: shopId,
      order_id: orderId,
      payment_id: paymentId,
      amount,
      non_line_amount: nonLineAmount,
      delivery_amount: deliveryAmount,
      reason,
      status: isDone ? 'done' : 'waiting',
      is_excess: isExcess,
      ...(isExcess && { due_at: sql<Date>`now() + ${UNDO_TIME}::interval` }),
      ...(isDone && { due_at: 'infinity' }),
      currency: isCounted ? null : (currency ?? null),
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (lines.length > 0) {
    const rows = lines.map((line) => ({ config_id: shopId, refund_id: id, order_id: orderId, ...line }))
    await tx.insertInto('refund_line').values(rows).execute()
    await addRefundedLines(tx, shopId, id, 1)
  }
  if (isCounted) await addRefundedAmount(tx, shopId, { orderId, amount, isExcess })
  return id
}

/** Locks the refunds of a lower total that were not sent yet, so that none of them is sent before the transaction ends. */
export async function lockUnsentExcess(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await sql`
    select from refund r where r.config_id = ${shopId} and r.order_id = ${orderId} and ${isUnsentExcess}
    for no key update`.execute(tx)
}

/** Removes the refunds of a lower total that were not sent yet. Returns their amount in minor units. */
export async function withdrawUnsentExcess(
  tx: Transaction,
  shopId: number,
  orderId: number,
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    delete from refund r where r.config_id = ${shopId} and r.order_id = ${orderId} and ${isUnsentExcess}
    returning r.amount`.execute(tx)
  const amount = rows.reduce((sum, row) => sum + row.amount, 0)
  if (amount > 0) await addRefundedAmount(tx, shopId, { orderId, amount: -amount, isExcess: true })
  return amount
}

/** Inserts the refunds of imported orders. */
export async function insertRefunds(
  tx: Transaction,
  rows: readonly InsertObject<DB, 'refund'>[],
): Promise<void> {
  await tx.insertInto('refund').values(rows).execute()
}

/** Removes the refunds of an order. */
export async function removeRefunds(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await tx.deleteFrom('refund').where('config_id', '=', shopId).where('order_id', '=', orderId).execute()
}

/** Writes columns of a refund whose status is one of `from`. Returns its money; undefined if the status was another. */
export async function updateRefund(
  db: Database,
  { shopId, id, from }: { shopId: number; id: number; from: readonly RefundStatus[] },
  changes: UpdateObject<DB, 'refund'>,
): Promise<Pick<Selectable<Refund>, 'amount' | 'currency' | 'is_excess'> | undefined> {
  return db
    .updateTable('refund')
    .set(changes)
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning(['amount', 'currency', 'is_excess'])
    .executeTakeFirst()
}

type RefundStatus = 'waiting' | 'done' | 'failed'

/** A refund that the provider is asked about now. */
export interface DueRefund extends RefundKey, OpenedBy {
  number: string
  charge: string
  amount: number
  currency: string
  /** Its id at the provider, once the provider has accepted it. */
  reference: string | null
  /** Money that never counted as paid is refunded in full. */
  isWhole: boolean
  attempts: number
}

/** Identifies a refund with its shop and order. */
export interface RefundKey {
  shopId: number
  id: number
  orderId: number
}

/**
 * Claims due refunds of all shops and schedules the next attempt after 2, 4, 8 … 60 minutes. A completed refund is checked again at twice its
 * age, after one to ten days, until it is 45 days old.
 */
export async function claimDueRefunds(db: Database): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    with due as (
      select r.config_id, r.id, p.provider, p.account_id, p.charge
      from refund r join payment p on p.config_id = r.config_id and p.id = r.payment_id
      where r.status <> 'failed' and r.due_at <= now() and p.charge is not null
      order by r.due_at limit 20 for no key update of r skip locked
    )
    update refund r set attempts = r.attempts + 1,
      due_at = case
        when r.status = 'waiting' then now() + least(60, power(2, least(r.attempts + 1, 6))) * interval '1 minute'
        when r.created_at < now() - interval '45 days' then 'infinity'
        else now() + greatest(interval '1 day', least(interval '10 days', now() - r.created_at))
      end
    from due, shop_order o
    where r.config_id = due.config_id and r.id = due.id and o.config_id = r.config_id and o.id = r.order_id
    returning r.config_id as "shopId", r.id, r.order_id as "orderId", o.number, due.provider, due.account_id as "accountId", due.charge, r.amount,
      coalesce(r.currency, o.currency) as currency, r.reference, r.currency is not null as "isWhole", r.attempts`.execute(
    db,
  )
  return rows
}
