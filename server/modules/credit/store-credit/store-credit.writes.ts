import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { storeCreditOf } from '../accounts/account.writes.ts'
import { correctBalance } from '../ledger/ledger.writes.ts'
import { findCustomerAccount } from './store-credit.queries.ts'

/**
 * Gives store credit to a customer or takes it, in minor units. Returns the new balance. AppError 404, 409 `no_account` or
 * `exceeds_balance`.
 */
export async function changeStoreCredit(
  tx: Transaction,
  write: WriteContext,
  {
    customerId,
    ...change
  }: { customerId: number; currency: string; change: number; reason: string; locale: string },
): Promise<number> {
  const { shopId } = write
  const userId = await findCustomerAccount(tx, shopId, customerId)
  if (userId === null) {
    const message = 'This customer ordered as a guest. Issue a gift card instead'
    throw new AppError(409, 'no_account', message)
  }
  const accountId = await storeCreditOf(tx, shopId, { userId, currency: change.currency })
  const balance = await correctBalance(tx, write, { accountId, ...change })
  const entry = { action: 'update' as const, subject: 'store_credit', subjectId: userId }
  const before = { balance: balance - change.change, reason: '' }
  later(tx, record(tx, { ...write, ...entry, before, after: { balance, reason: change.reason } }))
  return balance
}
