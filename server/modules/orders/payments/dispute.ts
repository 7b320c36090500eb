import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import type { DisputeState, PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import { formatDay } from '../invoices/labels.ts'
import { lockOrder } from '../order/order.queries.ts'
import { findPaymentByReference } from './payment.queries.ts'

const eventKinds = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const

/**
 * Stores what the provider says of a dispute, and notes its beginning and each end in the timeline of its order, for staff. The order
 * stays as it is, because only staff know whether to reply, to accept or to stop a shipment. AppError 503 if the provider is
 * unreachable: it sends the message again.
 */
export async function noteDispute(
  db: Database,
  provider: PaymentProvider,
  { shopId, reference }: { shopId: number; reference: string },
): Promise<void> {
  const dispute = await provider.getDispute(reference).catch(() => {
    throw new AppError(503, 'payment_unavailable', 'The dispute can’t be checked at the moment')
  })
  if (dispute.payment === undefined) return
  const payment = await findPaymentByReference(db, shopId, provider.id, dispute.payment)
  if (!payment) return
  const { orderId } = payment
  await db.transaction().execute(async (tx) => {
    await lockOrder(tx, shopId, orderId)
    const before = await storeDispute(tx, payment, reference, dispute)
    // An end that arrives first, or alone, has a beginning, too.
    const kinds = new Set<string>(before === undefined ? [eventKinds.open] : [])
    if (dispute.state !== 'open' && dispute.state !== before) kinds.add(eventKinds[dispute.state])
    if (kinds.size === 0) return
    const { locale, time_zone: timeZone } = await tx
      .selectFrom('shop')
      .select(['locale', 'time_zone'])
      .where('config_id', '=', shopId)
      .executeTakeFirstOrThrow()
    const note = noteOf(dispute, { locale, timeZone })
    for (const kind of kinds)
      await addEvent(tx, shopId, orderId, systemActor, { kind, note, isPublic: false })
  })
}

/** Stores a dispute and returns its state before; undefined: it is new. The order is locked. */
async function storeDispute(
  tx: Transaction,
  { shopId, id, orderId }: { shopId: number; id: number; orderId: number },
  reference: string,
  { state, amount, currency, reason, replyBy }: DisputeState,
): Promise<DisputeState['state'] | undefined> {
  const { rows } = await sql<{ before: DisputeState['state'] | null }>`
    with before as (
      select state from payment_dispute
      where config_id = ${shopId} and payment_id = ${id} and reference = ${reference}
    )
    insert into payment_dispute as d (config_id, payment_id, reference, order_id, state, amount, currency, reason, reply_by)
    values (${shopId}, ${id}, ${reference}, ${orderId}, ${state}, ${amount ?? null}, ${currency},
      ${reason.slice(0, 500)}, ${replyBy ?? null})
    on conflict (config_id, payment_id, reference) do update set
      state = excluded.state, amount = excluded.amount, currency = excluded.currency, reason = excluded.reason,
      reply_by = excluded.reply_by,
      state_at = case when d.state = excluded.state then d.state_at else excluded.state_at end
    -- An answer that was given before the end may come after it.
    where d.state = 'open' or excluded.state <> 'open'
    returning (select state from before) as before`.execute(tx)
  const [stored] = rows
  return stored ? (stored.before ?? undefined) : 'open'
}

function noteOf(
  { amount, currency, reason, replyBy }: DisputeState,
  { locale, timeZone }: { locale: string; timeZone: string },
): string {
  const parts = [
    amount === undefined ? currency : formatMoney(amount, currency, locale),
    ...(reason === '' ? [] : [reason]),
    ...(replyBy ? [`reply by ${formatDay(replyBy, { locale, timeZone })} at the provider`] : []),
  ]
  return parts.join(', ').slice(0, 1000)
}
