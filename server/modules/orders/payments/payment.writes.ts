import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { PaymentRow } from './payment.queries.ts'

interface NewPayment {
  provider: string
  /** Minor units. */
  amount: number
  /** The provider is polled until the payment has ended, for the first time after two minutes. */
  online: boolean
}

/** The part of a larger statement that inserts the payment, if any is due, of the order whose id the CTE `order` holds. */
export const paymentInsert = (
  shopId: number,
  order: RawBuilder<unknown>,
  { provider, amount, online }: NewPayment,
): RawBuilder<unknown> => sql`
  insert into payment (config_id, order_id, provider, status, amount, next_poll_at)
  select ${shopId}, id, ${provider}, 'waiting', ${amount}::bigint,
    case when ${online} then now() + interval '2 minutes' end
  from ${order} where ${amount}::bigint > 0`

/**
 * The parts of a larger statement that mark the waiting payment of an order as paid: `paid_payment` has its amount, or no
 * row if none was waiting.
 */
export const latestPaymentPaid = (shopId: number, orderId: number): RawBuilder<unknown> => sql`
  paid_payment as (
    update payment set status = 'paid', paid_at = clock_timestamp(), next_poll_at = null
    where config_id = ${shopId} and id = (
      select id from payment
      where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting'
      order by id desc limit 1 for no key update
    )
    returning amount
  ), counted_payment as (
    update shop_order set paid = paid + amount from paid_payment
    where config_id = ${shopId} and id = ${orderId}
  )`

/** Adds an amount in minor units to what is paid of an order. */
export async function addPaidAmount(
  tx: Transaction,
  shopId: number,
  orderId: number,
  amount: number,
): Promise<void> {
  await sql`
    update shop_order set paid = paid + ${amount}
    where config_id = ${shopId} and id = ${orderId}`.execute(tx)
}

/** Stores the end of a payment and stops polling it. */
export async function endPayment(
  tx: Transaction,
  { config_id: shopId, id }: PaymentRow,
  end: { status: 'paid' | 'failed' | 'cancelled'; charge: string | null },
): Promise<void> {
  await sql`
    update payment set status = ${end.status}, charge = ${end.charge}, next_poll_at = null,
      paid_at = case when ${end.status} = 'paid' then clock_timestamp() end
    where config_id = ${shopId} and id = ${id}`.execute(tx)
}

/** Stores the payment page. If the order is no longer pending, the next poll closes the page at once. */
export async function savePaymentPage(
  tx: Transaction,
  { config_id: shopId, id }: PaymentRow,
  { reference, url }: { reference: string; url: string },
  { isPending }: { isPending: boolean },
): Promise<void> {
  await sql`
    update payment set reference = ${reference}, url = ${url}, status = 'waiting',
      next_poll_at = case when ${isPending} then coalesce(next_poll_at, now() + interval '2 minutes') else now() end
    where config_id = ${shopId} and id = ${id} and status <> 'paid' and charge is null`.execute(tx)
}

/** Cancels the waiting payments of an order. Online ones stay open until a poll confirms that nobody has paid. */
export async function abandonPayments(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await sql`
    update payment set
      status = case when next_poll_at is null then 'cancelled' else status end,
      next_poll_at = case when next_poll_at is not null then now() end
    where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting'`.execute(tx)
}

/**
 * Changes what the waiting payment of an order asks for, in minor units. An online payment is replaced by a new one, because a
 * provider knows each by its id and would refuse another amount. No page of it may be open.
 */
export async function changePaymentAmount(
  tx: Transaction,
  shopId: number,
  orderId: number,
  amount: number,
): Promise<void> {
  await sql`
    with online as (
      update payment set status = 'cancelled', next_poll_at = null
      where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting' and next_poll_at is not null
      returning provider
    ), replaced as (
      insert into payment (config_id, order_id, provider, status, amount, next_poll_at)
      select ${shopId}, ${orderId}, provider, 'waiting', ${amount}::bigint, now() + interval '2 minutes' from online
    )
    update payment set amount = ${amount}::bigint
    where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting' and next_poll_at is null`.execute(
    tx,
  )
}

/** Replaces the waiting payment of an order by one of another method. No page of it may be open. */
export async function replacePayment(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { provider, online }: Pick<NewPayment, 'provider' | 'online'>,
): Promise<void> {
  await sql`
    with replaced as (
      update payment set status = 'cancelled', next_poll_at = null
      where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting'
      returning amount
    )
    insert into payment (config_id, order_id, provider, status, amount, next_poll_at)
    select ${shopId}, ${orderId}, ${provider}, 'waiting', amount, case when ${online} then now() + interval '2 minutes' end
    from replaced`.execute(tx)
}

/** Makes the next poll of an open payment due now. */
export async function pollSoon(tx: Transaction, shopId: number, paymentId: number): Promise<void> {
  await sql`
    update payment set next_poll_at = now()
    where config_id = ${shopId} and id = ${paymentId} and next_poll_at is not null`.execute(tx)
}

/** An event of a provider's webhook. */
export interface ProviderEvent {
  provider: string
  eventId: string
  kind: string
}

/** Answers false if this event was already processed. */
export async function claimProviderEvent(
  tx: Transaction,
  shopId: number,
  { provider, eventId, kind }: ProviderEvent,
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_event (config_id, provider, event_id, kind)
    values (${shopId}, ${provider}, ${eventId}, ${kind})
    on conflict do nothing returning true`.execute(tx)
  return rows.length > 0
}
