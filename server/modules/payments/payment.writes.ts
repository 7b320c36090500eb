import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { PaymentRow } from './payment.queries.ts'

interface NewPayment {
  provider: string
  /** Minor units. */
  amount: number
  /** It is made at the provider, who is asked for it until its end is known; for the first time in two minutes. */
  online: boolean
}

/** The part of a statement that writes what is to be paid for the order whose id `order`, a part before it, has. */
export const insertPayment = (
  configId: number,
  order: RawBuilder<unknown>,
  { provider, amount, online }: NewPayment,
): RawBuilder<unknown> => sql`
  insert into payment (config_id, order_id, provider, status, amount, look_at)
  select ${configId}, id, ${provider}, 'waiting', ${amount}::bigint,
    case when ${online} then now() + interval '2 minutes' end
  from ${order}`

/**
 * The money of an order is there. Answers the amount in minor units; undefined where none was waited for. The order's own
 * sum is its module's to write, in the same transaction.
 */
export async function markPaid(
  tx: Transaction,
  configId: number,
  orderId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ amount: number }>`
    update payment set status = 'paid', paid_at = clock_timestamp(), look_at = null
    where config_id = ${configId} and id = (
      select id from payment
      where config_id = ${configId} and order_id = ${orderId} and status = 'waiting'
      order by id desc limit 1 for no key update
    )
    returning amount`.execute(tx)
  return rows[0]?.amount
}

/** How a payment at a provider has ended. */
export async function endPayment(
  tx: Transaction,
  { config_id: configId, id }: PaymentRow,
  end: { status: 'paid' | 'failed' | 'cancelled'; charge: string | null },
): Promise<void> {
  await sql`
    update payment set status = ${end.status}, charge = ${end.charge}, look_at = null,
      paid_at = case when ${end.status} = 'paid' then clock_timestamp() end
    where config_id = ${configId} and id = ${id}`.execute(tx)
}

/** Where it is paid. It is waited for, even if the order was given up in the meantime: then it has to be closed. */
export async function notePage(
  tx: Transaction,
  { config_id: configId, id }: PaymentRow,
  { reference, url }: { reference: string; url: string },
  { isWanted }: { isWanted: boolean },
): Promise<void> {
  await sql`
    update payment set reference = ${reference}, url = ${url}, status = 'waiting',
      look_at = case when ${isWanted} then coalesce(look_at, now() + interval '2 minutes') else now() end
    where config_id = ${configId} and id = ${id} and status <> 'paid' and charge is null`.execute(tx)
}

/**
 * Nobody waits for the money of an order any more. At the provider somebody may still pay: that one is asked at once, and
 * its word is the end of the payment.
 */
export async function giveUpPayments(tx: Transaction, configId: number, orderId: number): Promise<void> {
  await sql`
    update payment set
      status = case when look_at is null then 'cancelled' else status end,
      look_at = case when look_at is not null then now() end
    where config_id = ${configId} and order_id = ${orderId} and status = 'waiting'`.execute(tx)
}

/** Has the provider asked at the next opportunity. */
export async function askSoon(tx: Transaction, configId: number, paymentId: number): Promise<void> {
  await sql`
    update payment set look_at = now()
    where config_id = ${configId} and id = ${paymentId} and look_at is not null`.execute(tx)
}

interface News {
  provider: string
  eventId: string
  kind: string
}

/** False where this message was worked on before. */
export async function takeNews(
  tx: Transaction,
  configId: number,
  { provider, eventId, kind }: News,
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_event (config_id, provider, event_id, kind)
    values (${configId}, ${provider}, ${eventId}, ${kind})
    on conflict do nothing returning true`.execute(tx)
  return rows.length > 0
}
