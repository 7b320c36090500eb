import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { issueCredit } from '../ledger/ledger.writes.ts'

/** Opens an account for a gift card, with what it is worth in minor units; 0: a refund fills it. Returns its id. */
export async function openCardAccount(
  tx: Transaction,
  write: WriteContext,
  {
    currency,
    amount,
    expiresAt,
    orderId,
    reason,
  }: {
    currency: string
    amount: number
    expiresAt: Date | null
    orderId?: number | undefined
    reason?: string | undefined
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('credit_account')
    .values({ config_id: write.shopId, kind: 'gift_card', currency, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (amount > 0) await issueCredit(tx, write, { accountId: id, amount, orderId, reason })
  return id
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

/** Writes whether a locked account pays, and until when. */
export async function updateAccount(
  tx: Transaction,
  shopId: number,
  accountId: number,
  changes: { deactivated_at?: RawBuilder<Date> | null; expires_at?: Date | null },
): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set(changes)
    .where('config_id', '=', shopId)
    .where('id', '=', accountId)
    .execute()
}
