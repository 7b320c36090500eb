import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** The account of a customer, or null for a guest. AppError 404. */
export async function findCustomerAccount(
  db: Database,
  shopId: number,
  customerId: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('customer')
    .select('user_id')
    .where('config_id', '=', shopId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) throw new AppError(404, 'not_found', 'Customer not found')
  return row.user_id
}

/** The store credit of a user: its account and balance in minor units. Undefined if there never was any. */
export function findStoreCredit(
  db: Database,
  shopId: number,
  { userId, currency }: { userId: number; currency: string },
): Promise<{ id: number; balance: number } | undefined> {
  return db
    .selectFrom('credit_account')
    .select(['id', 'balance'])
    .where('config_id', '=', shopId)
    .where('kind', '=', 'store_credit')
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .executeTakeFirst()
}
