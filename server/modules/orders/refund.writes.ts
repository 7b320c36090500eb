import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { OrderRow } from './order.queries.ts'
import { addEvent, type NewEvent } from './order.writes.ts'

/** Pieces of a line that are paid back. */
export interface RefundedLine {
  position: number
  quantity: number
  /** Minor units. */
  amount: number
  /** Those of them that are for sale again. */
  restocked: number
}

interface NewRefund {
  paymentId: number
  /** Minor units, above zero. */
  amount: number
  lines?: readonly RefundedLine[]
  reason: string
  /** The money has been given back by hand. */
  isDone?: boolean
  /** Where it is not the order's. */
  currency?: string
  /** False for money that was never counted as paid. */
  isCounted?: boolean
}

/**
 * Writes down, for an order that is locked, what is to be paid back; a provider is told of it by `payBack`. More than was
 * paid the database refuses. Answers its id.
 */
export async function insertRefund(
  tx: Transaction,
  { configId, actor }: WriteContext,
  { id: orderId }: Pick<OrderRow, 'id'>,
  { paymentId, amount, lines = [], reason, isDone = false, currency, isCounted = true }: NewRefund,
): Promise<number> {
  const beyondLines = amount - lines.reduce((sum, line) => sum + line.amount, 0)
  const { id } = await tx
    .insertInto('refund')
    .values({
      config_id: configId,
      order_id: orderId,
      payment_id: paymentId,
      amount,
      beyond_lines: beyondLines,
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
    const rows = lines.map((line) => ({ config_id: configId, refund_id: id, order_id: orderId, ...line }))
    await tx.insertInto('refund_line').values(rows).execute()
    await countLines(tx, configId, id, 1)
  }
  if (isCounted) await countRefund(tx, configId, { orderId, amount })
  return id
}

/** Adds the lines of a refund to what was paid back of the order's lines; with -1 takes them off again. */
export async function countLines(
  tx: Transaction,
  configId: number,
  refundId: number,
  sign: 1 | -1,
): Promise<void> {
  await sql`
    update order_line l set
      refunded_quantity = l.refunded_quantity + ${sign} * r.quantity,
      refunded_amount = l.refunded_amount + ${sign} * r.amount
    from refund_line r
    where r.config_id = ${configId} and r.refund_id = ${refundId}
      and l.config_id = r.config_id and l.order_id = r.order_id and l.position = r.position`.execute(tx)
}

/** Adds an amount to what was paid back of an order; a negative one is taken off. */
export async function countRefund(
  tx: Transaction,
  configId: number,
  { orderId, amount }: { orderId: number; amount: number },
): Promise<void> {
  await sql`
    update shop_order set refunded = refunded + ${amount}
    where config_id = ${configId} and id = ${orderId}`.execute(tx)
}

/** The payment whose money can be paid back; undefined where none was made. `charge` is there if a provider has it. */
export function findPaid(tx: Transaction, configId: number, orderId: number) {
  return tx
    .selectFrom('payment')
    .select(['id', 'charge'])
    .where('config_id', '=', configId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
}

/**
 * All that is left of the money of an order, locked and as it is now, goes back. What no provider has waits for somebody
 * of the shop to send it.
 */
export async function payBackAll(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  reason = '',
): Promise<void> {
  const amount = order.paid - order.refunded
  const payment = await findPaid(tx, write.configId, order.id)
  if (amount <= 0 || !payment) return
  await insertRefund(tx, write, order, { paymentId: payment.id, amount, reason })
  await addEvent(tx, write.configId, order.id, write.actor, await refundEvent(tx, order, amount))
}

/** What the timeline says about it. */
export async function refundEvent(
  tx: Transaction,
  { config_id: configId, currency }: Pick<OrderRow, 'config_id' | 'currency'>,
  amount: number,
): Promise<NewEvent> {
  const { locale } = await tx
    .selectFrom('shop')
    .select('locale')
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
  return { kind: 'refunded', note: formatMoney(amount, currency, locale), isPublic: true }
}
