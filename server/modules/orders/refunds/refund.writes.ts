import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { findPaidPayment } from '../payments/payment.queries.ts'

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
}

/** Inserts a refund for a locked order and answers its id. The database rejects more than was paid. */
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
  if (isCounted) await addRefundedAmount(tx, shopId, { orderId, amount })
  return id
}

/** Adds the lines of a refund to the refunded quantities of the order; with -1 subtracts them. */
export async function addRefundedLines(
  tx: Transaction,
  shopId: number,
  refundId: number,
  sign: 1 | -1,
): Promise<void> {
  await sql`
    update order_line l set
      refunded_quantity = l.refunded_quantity + ${sign} * r.quantity,
      refunded_amount = l.refunded_amount + ${sign} * r.amount
    from refund_line r
    where r.config_id = ${shopId} and r.refund_id = ${refundId}
      and l.config_id = r.config_id and l.order_id = r.order_id and l.position = r.position`.execute(tx)
}

/** Adds an amount in minor units, which may be negative, to what is refunded of an order. */
export async function addRefundedAmount(
  tx: Transaction,
  shopId: number,
  { orderId, amount }: { orderId: number; amount: number },
): Promise<void> {
  await sql`
    update shop_order set refunded = refunded + ${amount}
    where config_id = ${shopId} and id = ${orderId}`.execute(tx)
}

/** Refunds what is left of the payment of a locked order. Answers the amount in minor units, 0 if nothing is left. */
export async function insertFullRefund(
  tx: Transaction,
  write: WriteContext,
  order: { id: number; paid: number; refunded: number },
  reason: string,
): Promise<number> {
  const amount = order.paid - order.refunded
  if (amount <= 0) return 0
  const payment = await findPaidPayment(tx, write.shopId, order.id)
  if (!payment) return 0
  await insertRefund(tx, write, order.id, { paymentId: payment.id, amount, reason })
  return amount
}
