import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { issueCredit } from '../ledger/ledger.writes.ts'

/** The account of a gift card to open. */
interface NewCardAccount {
  currency: string
  /** What it is worth in minor units; 0: a refund fills it. */
  amount: number
  expiresAt: Date | null
  orderId?: number | undefined
  reason?: string | undefined
}

/** Opens accounts for gift cards, at least one and at most `MAX_CARDS_AT_ONCE`. Returns their ids, in the order of the accounts. */
export async function openCardAccounts(
  tx: Transaction,
  write: WriteContext,
  accounts: readonly NewCardAccount[],
): Promise<number[]> {
  const rows = await tx
    .insertInto('credit_account')
    .values(
      accounts.map(({ currency, expiresAt }) => ({
        config_id: write.shopId,
        kind: 'gift_card',
        currency,
        expires_at: expiresAt,
      })),
    )
    .returning('id')
    .execute()
  // The ids ascend in the order of the values.
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  const issued = accounts.flatMap(({ amount, orderId, reason }, index) =>
    amount > 0 ? [{ accountId: ids[index] ?? 0, amount, orderId, reason }] : [],
  )
  await issueCredit(tx, write, issued)
  return ids
}

/** The store credit of a customer in a currency, which is opened if there is none. It is not locked. Two calls at once open one. */
export async function storeCreditOf(
  tx: Transaction,
  shopId: number,
  { userId, currency }: { userId: number; currency: string },
): Promise<number> {
  await sql`
    insert into credit_account (config_id, kind, currency, user_id) values (${shopId}, 'store_credit', ${currency}, ${userId})
    on conflict (config_id, user_id, currency) where kind = 'store_credit' do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from credit_account
    where config_id = ${shopId} and kind = 'store_credit' and user_id = ${userId} and currency = ${currency}`.execute(
    tx,
  )
  return rows[0]?.id ?? 0
}

/** Writes whether locked accounts pay, and until when. */
export async function updateAccounts(
  tx: Transaction,
  shopId: number,
  accountIds: readonly number[],
  changes: { deactivated_at?: RawBuilder<Date> | null; expires_at?: Date | null },
): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set(changes)
    .where('config_id', '=', shopId)
    .where('id', 'in', accountIds)
    .execute()
}
