import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { updateAccount } from '../accounts/account.writes.ts'
import { correctBalance } from '../ledger/ledger.writes.ts'
import { dropWaitingEmail } from './gift-card.writes.ts'

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

/** Ends cards whose price is refunded: they pay nothing any more, and a waiting email is not sent. */
export async function endOrderedCards(
  tx: Transaction,
  write: WriteContext,
  cards: readonly OrderedCard[],
  { reason, locale }: { reason: string; locale: string },
): Promise<void> {
  for (const { accountId, balance } of cards) {
    // A card of nothing has no entry.
    if (balance > 0) await correctBalance(tx, write, { accountId, change: -balance, reason, locale })
    await updateAccount(tx, write.shopId, accountId, { deactivated_at: sql<Date>`now()` })
    await dropWaitingEmail(tx, write.shopId, accountId)
  }
}
