import { sql, type InsertObject, type UpdateObject } from 'kysely'
import { type Database, prepared, type Transaction } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'
import type { DuePayment, PaymentRow } from './payment.queries.ts'

interface NewPayment {
  provider: string
  /** Minor units. */
  amount: number
  /** The provider is polled until the payment has ended, for the first time after two minutes. */
  online: boolean
  /** The provider only reserves the money, if it can. A deposit is always taken. */
  isLater: boolean
  /** It pays the deposit of the order, and the rest follows. */
  isDeposit?: boolean
}

/** Inserts the payment of a new order, or of the rest after its deposit, if any is due. */
export async function insertPayment(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { provider, amount, online, isLater, isDeposit = false }: NewPayment,
): Promise<void> {
  if (amount === 0) return
  await prepared(
    'insert_payment',
    sql`
    insert into payment (config_id, order_id, provider, status, amount, takes_later, is_deposit, next_poll_at)
    values (${shopId}, ${orderId}, ${provider}, 'waiting', ${amount}, ${isLater}, ${isDeposit},
      case when ${online}::boolean then now() + interval '2 minutes' end)`,
  ).execute(tx)
}

/** Inserts the payments of imported orders and returns their ids by order. */
export async function insertPayments(
  tx: Transaction,
  rows: readonly InsertObject<DB, 'payment'>[],
): Promise<Map<number, number>> {
  const added = await tx.insertInto('payment').values(rows).returning(['id', 'order_id']).execute()
  return new Map(added.map(({ id, order_id }) => [order_id, id]))
}

/** Removes the payments of an order. */
export async function removePayments(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await tx.deleteFrom('payment').where('config_id', '=', shopId).where('order_id', '=', orderId).execute()
}

/** Inserts a payment that has arrived, as staff or a gift card have paid it. Returns its id. */
export async function insertReceivedPayment(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { provider, amount }: Pick<NewPayment, 'provider' | 'amount'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into payment (config_id, order_id, provider, status, amount, paid_at)
    values (${shopId}, ${orderId}, ${provider}, 'paid', ${amount}, clock_timestamp()) returning id`.execute(
    tx,
  )
  return rows[0]?.id ?? 0
}

/**
 * Marks the waiting payment of a locked order as paid, unless a provider is asked about it. Returns its amount in minor units, 0
 * if none is waiting.
 */
export async function payWaiting(tx: Transaction, shopId: number, orderId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    update payment set status = 'paid', paid_at = clock_timestamp(), next_poll_at = null
    where config_id = ${shopId} and id = (
      select id from payment
      where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting' and next_poll_at is null
      order by id desc limit 1 for no key update
    )
    returning amount`.execute(tx)
  return rows[0]?.amount ?? 0
}

/** Writes columns of a payment that depend on nothing else, if it has one of the statuses `from`. */
export async function updatePayment(
  tx: Transaction,
  { config_id: shopId, id }: Pick<PaymentRow, 'config_id' | 'id'>,
  changes: UpdateObject<DB, 'payment'>,
  from?: string,
): Promise<void> {
  const change = tx.updateTable('payment').set(changes).where('config_id', '=', shopId).where('id', '=', id)
  await (from === undefined ? change : change.where('status', '=', from)).execute()
}

/** Inserts a capture of an authorised payment. */
export async function insertCapture(
  tx: Transaction,
  { config_id, order_id, provider, account_id, id: authorized_by }: PaymentRow,
  capture: Pick<InsertObject<DB, 'payment'>, 'status' | 'amount'> & Partial<InsertObject<DB, 'payment'>>,
): Promise<PaymentRow> {
  const row = { config_id, order_id, provider, account_id, authorized_by, ...capture }
  return tx.insertInto('payment').values(row).returningAll().executeTakeFirstOrThrow()
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

/** Stores the payment page; without a `url`, the payment of a wallet. If the order no longer awaits payment, the next poll closes the page at once. */
export async function savePaymentPage(
  tx: Transaction,
  { config_id: shopId, id }: PaymentRow,
  { reference, url, accountId }: { reference: string; url: string | null; accountId: number | null },
  { isAwaited }: { isAwaited: boolean },
): Promise<void> {
  await sql`
    update payment set reference = ${reference}, url = ${url}, account_id = ${accountId}, status = 'waiting',
      next_poll_at = case when ${isAwaited} then coalesce(next_poll_at, now() + interval '2 minutes') else now() end
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

/** Gives back what is reserved for an order: the next poll asks the provider to. */
export async function releaseReserved(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await sql`
    update payment set status = 'releasing', next_poll_at = now(), poll_attempts = 0
    where config_id = ${shopId} and order_id = ${orderId} and status = 'authorized'`.execute(tx)
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
      returning provider, takes_later
    ), replaced as (
      insert into payment (config_id, order_id, provider, status, amount, takes_later, next_poll_at)
      select ${shopId}, ${orderId}, provider, 'waiting', ${amount}::bigint, takes_later, now() + interval '2 minutes' from online
    )
    update payment set amount = ${amount}::bigint
    where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting' and next_poll_at is null`.execute(
    tx,
  )
}

/**
 * Makes the waiting payment of a paid order one of `amount`, in minor units; 0: none waits. Its provider is not polled before its
 * page is open. No page of the present one may be open.
 */
export async function changeDifference(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { provider, amount }: Pick<NewPayment, 'provider' | 'amount'>,
): Promise<void> {
  await sql`
    with dropped as (
      update payment set status = 'cancelled', next_poll_at = null
      where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting'
        and (amount <> ${amount}::bigint or provider <> ${provider})
    )
    insert into payment (config_id, order_id, provider, status, amount)
    select ${shopId}, ${orderId}, ${provider}, 'waiting', ${amount}::bigint
    where ${amount}::bigint > 0 and not exists (
      select from payment where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting'
        and amount = ${amount}::bigint and provider = ${provider})`.execute(tx)
}

/** Replaces the waiting payment of an order, for example by one of another method. No page of it may be open. */
export async function replacePayment(
  tx: Transaction,
  shopId: number,
  orderId: number,
  {
    provider,
    online,
    isDeposit = false,
    more = 0,
  }: Pick<NewPayment, 'provider' | 'online' | 'isDeposit'> & { more?: number },
): Promise<void> {
  await sql`
    with replaced as (
      update payment set status = 'cancelled', next_poll_at = null
      where config_id = ${shopId} and order_id = ${orderId} and status = 'waiting'
      returning amount, takes_later
    )
    insert into payment (config_id, order_id, provider, status, amount, takes_later, is_deposit, next_poll_at)
    select ${shopId}, ${orderId}, ${provider}, 'waiting', amount + ${more}::bigint, takes_later, ${isDeposit},
      case when ${online} then now() + interval '2 minutes' end
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

/** Returns false if this event was already processed. */
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

/** All payments of a batch are polled at once, so a slow provider does not delay the rest for long. */
const BATCH_SIZE = 20

/**
 * Claims a batch of due payments and schedules their next poll after 1, 2, 4 … 30 minutes, at the latest at the deadline.
 * So several processes share the work, and a process that dies loses nothing.
 */
export async function claimDuePayments(db: Database): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    with due as (
      select config_id, id, case status when 'authorized'
          then least(now() + interval '12 hours', greatest(expires_at, now() + interval '1 hour'))
          else now() + least(30, power(2, least(poll_attempts, 5))) * interval '1 minute' end as next
      from payment where next_poll_at <= now()
      order by next_poll_at limit ${BATCH_SIZE} for no key update skip locked
    )
    update payment p set poll_attempts = p.poll_attempts + 1,
      next_poll_at = case when o.reserved_until > now() then least(o.reserved_until, due.next) else due.next end
    from due, shop_order o
    where p.config_id = due.config_id and p.id = due.id and o.config_id = p.config_id and o.id = p.order_id
    returning p.config_id as "shopId", p.id, p.order_id as "orderId", p.provider, p.account_id as "accountId",
      p.status, p.reference, p.charge,
      case o.status when 'pending' then o.reserved_until <= now()
        when 'confirmed' then o.payment_method = 'cod' or o.total - o.paid + o.excess_refunded - o.authorized <> p.amount
        else true end as "isOver",
      o.status = 'pending' and o.reserved_until <= now() - interval '1 day' as "isLongOver"`.execute(db)
  return rows
}
