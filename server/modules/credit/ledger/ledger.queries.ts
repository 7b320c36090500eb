import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { CreditSource } from '../accounts/credit.rules.ts'

const sources = sql`
  select a.id as "accountId", a.kind, a.currency, a.balance, a.expires_at as "expiresAt",
    coalesce(a.expires_at <= now(), false) as "isExpired", a.deactivated_at as "deactivatedAt", coalesce(g.ending, '') as ending
  from credit_account a left join gift_card g on g.config_id = a.config_id and g.account_id = a.id`

/** Locks accounts until the transaction ends, in the order that every writer uses, and returns them in it. */
export async function lockAccounts(
  tx: Transaction,
  shopId: number,
  ids: readonly number[],
): Promise<CreditSource[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CreditSource>`
    ${sources} where a.config_id = ${shopId} and a.id = any(${[...ids]})
    order by a.id for no key update of a`.execute(tx)
  return rows
}

/** Who asks to pay with credit. */
export interface CreditWish {
  /** The accounts of gift cards, in the order in which they pay. */
  cards: readonly number[]
  /** The customer whose store credit pays after them. */
  userId: number | undefined
}

/** Which accounts may pay, in the order in which they do: the cards as they were entered, then the store credit. */
export async function findSources(
  db: Database,
  { shopId, currency }: { shopId: number; currency: string },
  { cards, userId }: CreditWish,
  { lock = false }: { lock?: boolean } = {},
): Promise<CreditSource[]> {
  if (cards.length === 0 && userId === undefined) return []
  const { rows } = await sql<CreditSource>`
    ${sources}
    where a.config_id = ${shopId} and (
      (a.kind = 'gift_card' and a.id = any(${[...cards]}))
      or (a.kind = 'store_credit' and a.user_id = ${userId ?? null} and a.currency = ${currency}))
    order by a.id ${lock ? sql`for no key update of a` : sql``}`.execute(db)
  const byId = new Map(rows.map((row) => [row.accountId, row]))
  return [
    ...new Set([
      ...cards.flatMap((id) => byId.get(id) ?? []),
      ...rows.filter(({ kind }) => kind === 'store_credit'),
    ]),
  ]
}

/**
 * Locks every account that has paid an order, or that its refund has filled, and `also` others. Lock the order first, and its coupon and stock
 * after: placing an order takes them in this sequence too.
 */
export async function lockCreditOfOrder(
  tx: Transaction,
  shopId: number,
  orderId: number,
  also: readonly number[] = [],
): Promise<void> {
  await sql`
    select from credit_account where config_id = ${shopId} and id in (
      select unnest(${[...also]}::integer[]) union all
      select account_id from credit_entry where config_id = ${shopId} and order_id = ${orderId}
      union all select account_id from gift_card where config_id = ${shopId} and order_id = ${orderId})
    order by id for no key update`.execute(tx)
}

/** A payment of an order by credit. */
export interface CreditPayment {
  paymentId: number
  accountId: number
  kind: CreditSource['kind']
  ending: string
  /** Minor units. */
  amount: number
  /** What has gone back to the account, in minor units. */
  givenBack: number
}

/** What credit has paid of orders, oldest first. */
export async function listCreditPayments(
  db: Database,
  shopId: number,
  orderIds: readonly number[],
): Promise<(CreditPayment & { orderId: number })[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<CreditPayment & { orderId: number }>`
    select e.order_id as "orderId", e.payment_id as "paymentId", e.account_id as "accountId", a.kind,
      coalesce(g.ending, '') as ending, -e.amount as amount, coalesce((
        select sum(b.amount) from credit_entry b
        where b.config_id = e.config_id and b.payment_id = e.payment_id and b.kind = 'given_back'), 0)::bigint as "givenBack"
    from credit_entry e
    join credit_account a on a.config_id = e.config_id and a.id = e.account_id
    left join gift_card g on g.config_id = a.config_id and g.account_id = a.id
    where e.config_id = ${shopId} and e.order_id = any(${[...orderIds]}) and e.kind = 'spent'
    order by e.order_id, e.payment_id`.execute(db)
  return rows
}

/** SQL for the accounts of a shop (`$1`; null for all shops) whose balance differs from the sum of their entries. */
export const creditGaps = `
  select a.config_id as "shopId", a.id as "accountId", a.kind, a.currency, a.balance, coalesce(e.amount, 0)::bigint as ledger
  from credit_account a
  left join (
    select config_id, account_id, sum(amount) as amount from credit_entry
    where config_id = coalesce($1::integer, config_id) group by config_id, account_id
  ) e on e.config_id = a.config_id and e.account_id = a.id
  where a.balance <> coalesce(e.amount, 0) and a.config_id = coalesce($1::integer, a.config_id)`
