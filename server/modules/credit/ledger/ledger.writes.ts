import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { leftSentence } from '../accounts/credit.rules.ts'
import { lockAccounts } from './ledger.queries.ts'

/** What a new entry is about. */
interface NewEntry {
  accountId: number
  kind: 'issued' | 'spent' | 'given_back' | 'refunded' | 'corrected' | 'expired'
  /** Minor units, with a sign. */
  amount: number
  orderId?: number | undefined
  paymentId?: number | undefined
  refundId?: number | undefined
  reason?: string | undefined
}

/** A part of an order that an account pays. */
export interface SpentPart {
  accountId: number
  paymentId: number
  /** Minor units, above 0. */
  amount: number
}

/** Money of a refund that goes to an account. */
export interface ReturnedPart {
  accountId: number
  refundId: number
  /** The payment that the account made; undefined: another payment is refunded to it. */
  paymentId: number | undefined
  /** Minor units, above 0. */
  amount: number
}

/** How long a card pays at least after money has come back to it. */
const GRACE = '30 days'

/** Books what a new order takes. Callers have locked the accounts and know that it is there; the database refuses more. */
export function spendCredit(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  parts: readonly SpentPart[],
): Promise<void> {
  return addEntries(
    tx,
    write,
    parts.map(({ amount, ...part }) => ({ ...part, orderId, kind: 'spent', amount: -amount })),
  )
}

/**
 * Books the money of refunds, each once. A card that has expired pays for thirty days more; one that was deactivated stays so.
 */
export async function giveBackCredit(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  parts: readonly ReturnedPart[],
): Promise<void> {
  if (parts.length === 0) return
  const accounts = parts.map(({ accountId }) => accountId)
  await lockAccounts(tx, write.shopId, accounts)
  await addEntries(
    tx,
    write,
    parts.map((part) => ({
      ...part,
      orderId,
      kind: part.paymentId === undefined ? 'refunded' : 'given_back',
    })),
  )
  await sql`
    update credit_account set expires_at = now() + ${GRACE}::interval
    where config_id = ${write.shopId} and id = any(${accounts}) and expires_at < now() + ${GRACE}::interval`.execute(
    tx,
  )
}

/** Books the first balances of accounts, in minor units. */
export function issueCredit(
  tx: Transaction,
  write: WriteContext,
  entries: readonly Pick<NewEntry, 'accountId' | 'amount' | 'orderId' | 'reason'>[],
): Promise<void> {
  return addEntries(
    tx,
    write,
    entries.map((entry) => ({ ...entry, kind: 'issued' })),
  )
}

/**
 * Adds to the balance of an account or takes from it, with a reason. Returns the new balance in minor units. AppError 409
 * `exceeds_balance` beyond it.
 */
export async function correctBalance(
  tx: Transaction,
  write: WriteContext,
  {
    accountId,
    change,
    reason,
    locale,
  }: { accountId: number; change: number; reason: string; locale: string },
): Promise<number> {
  const [account] = await lockAccounts(tx, write.shopId, [accountId])
  if (!account) throw new AppError(404, 'not_found', 'There is no such credit')
  const { balance, currency } = account
  if (balance + change < 0) {
    const message = `${formatMoney(-change, currency, locale)} can’t be taken. ${leftSentence(balance, currency, locale)}`
    throw new AppError(409, 'exceeds_balance', message, [{ path: 'change', message }])
  }
  await addEntries(tx, write, [{ accountId, kind: 'corrected', amount: change, reason }])
  return balance + change
}

/** Books what is left on locked accounts: they have expired, or a refund takes it (`corrected`, with its reason). */
export function emptyBalances(
  tx: Transaction,
  write: WriteContext,
  accounts: readonly { accountId: number; balance: number }[],
  { kind, reason }: { kind: 'expired' | 'corrected'; reason?: string },
): Promise<void> {
  return addEntries(
    tx,
    write,
    accounts
      .filter(({ balance }) => balance > 0)
      .map(({ accountId, balance }) => ({ accountId, kind, amount: -balance, reason })),
  )
}

// One statement for all entries. Its trigger locks the accounts in the order of their ids and updates the balances; the check of
// the balance, which refuses to fall below zero, is the last safeguard.
async function addEntries(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('credit_entry')
    .values(
      entries.map(({ accountId, kind, amount, orderId, paymentId, refundId, reason }) => ({
        config_id: shopId,
        account_id: accountId,
        kind,
        amount,
        order_id: orderId ?? null,
        payment_id: paymentId ?? null,
        refund_id: refundId ?? null,
        reason: reason ?? '',
        actor_id: actor.id,
        actor_name: actor.name,
      })),
    )
    .execute()
}
