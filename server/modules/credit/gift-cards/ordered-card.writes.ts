import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { updateAccounts } from '../accounts/account.writes.ts'
import { emptyBalances } from '../ledger/ledger.writes.ts'
import { dropWaitingEmails, MAX_CARDS_AT_ONCE } from './gift-card.writes.ts'

/** A card that an order has sold. Amounts are minor units. */
export interface OrderedCard {
  accountId: number
  position: number
  ending: string
  balance: number
  /** It has as much as on its first day, so its refund can end it. */
  isUnused: boolean
  isActive: boolean
  /** A refund, or staff, have taken all of its money, and it was deactivated. */
  isEnded: boolean
}

/** The cards that an order has sold, by position and unit. Callers have locked the credit of the order. */
export async function listOrderedCards(
  tx: Transaction,
  shopId: number,
  orderId: number,
): Promise<OrderedCard[]> {
  const { rows } = await sql<OrderedCard>`
    select g.account_id as "accountId", g.order_position as position, g.ending, a.balance,
      a.deactivated_at is null as "isActive", a.balance = e.issued as "isUnused",
      a.deactivated_at is not null and a.balance = 0 and e.issued + e.corrected = 0 as "isEnded"
    from gift_card g join credit_account a on a.config_id = g.config_id and a.id = g.account_id
    cross join lateral (
      select coalesce(sum(e.amount) filter (where e.kind = 'issued'), 0) as issued,
        coalesce(sum(e.amount) filter (where e.kind = 'corrected'), 0) as corrected
      from credit_entry e where e.config_id = a.config_id and e.account_id = a.id) e
    where g.config_id = ${shopId} and g.order_id = ${orderId} and g.order_position is not null
    order by g.order_position, g.order_unit`.execute(tx)
  return rows
}

/** Ends locked cards whose price is refunded, in batches: they pay nothing any more, and a waiting email is not sent. */
export async function endOrderedCards(
  tx: Transaction,
  write: WriteContext,
  cards: readonly OrderedCard[],
  reason: string,
): Promise<void> {
  const { shopId } = write
  for (let from = 0; from < cards.length; from += MAX_CARDS_AT_ONCE) {
    const batch = cards.slice(from, from + MAX_CARDS_AT_ONCE)
    const ids = batch.map(({ accountId }) => accountId)
    await emptyBalances(tx, write, batch, { kind: 'corrected', reason })
    await updateAccounts(tx, shopId, ids, { deactivated_at: sql<Date>`now()` })
    await dropWaitingEmails(tx, shopId, ids)
  }
}
