import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import {
  ProviderRefusal,
  type PaymentProvider,
  type RefundState,
} from '#server/platform/payments/payment-provider.ts'
import type { OpenedBy, ShopProviders } from '#server/platform/payments/online-payments.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { returnDueCredit } from './credit-refunds.ts'
import { applyRefundState, storeRefundError } from './refund-result.ts'
import { claimDueRefunds, updateRefund, type DueRefund, type RefundKey } from './refund.writes.ts'

/**
 * Sends due refunds of all shops to their providers and checks those in progress. A completed refund is checked for some
 * weeks more, because a bank can still reject it. Several processes may run it at once. Returns how many are done.
 */
export async function processRefunds(db: Database, { online, keyedHash }: PaymentDeps): Promise<number> {
  const returned = await returnDueCredit(db, keyedHash)
  const due = await claimDueRefunds(db)
  const outcomes = await Promise.all(
    due.map(async (refund) => {
      try {
        const providers = await online.ofShop(db, refund.shopId)
        const provider = await providers.ofPayment(refund)
        if (!provider) return false
        const state = await sendOrCheckRefund(provider, refund)
        await applyRefundState(db, keyedHash, refund, state)
        return state.state === 'done'
      } catch (error) {
        await storeRefundError(db, refund, error instanceof Error ? error.message : String(error))
        return false
      }
    }),
  )
  return returned + outcomes.filter(Boolean).length
}

async function sendOrCheckRefund(
  provider: PaymentProvider,
  { id, number, reference, isWhole, amount, charge, currency, attempts }: DueRefund,
): Promise<RefundState> {
  if (reference !== null) return provider.getRefund(reference)
  const key = `${number}:refund:${id}`
  try {
    return await provider.refund({
      key,
      charge,
      amount: isWhole ? undefined : amount,
      currency,
      isRetry: attempts > 1,
    })
  } catch (error) {
    // A refusal is final. The refund has no id at the provider yet.
    if (error instanceof ProviderRefusal) return { reference: '', state: 'failed', reason: error.message }
    throw error
  }
}

/** Checks a refund after a webhook event. If the provider is unreachable, the next check is due now. */
export async function handleRefundEvent(
  db: Database,
  { keyedHash }: Pick<PaymentDeps, 'keyedHash'>,
  providers: ShopProviders,
  which: { shopId: number; provider: string; reference: string },
): Promise<void> {
  const key = await findRefundByReference(db, which)
  if (!key) return
  const provider = await providers.ofPayment(key)
  const state = await provider?.getRefund(which.reference).catch(() => undefined)
  if (state) return applyRefundState(db, keyedHash, key, state)
  await updateRefund(db, { ...key, from: ['waiting', 'done'] }, { due_at: sql<Date>`now()` })
}

/** The refund that a message is about, among those of the shop to whose address it was sent. */
function findRefundByReference(
  db: Database,
  { shopId, provider, reference }: { shopId: number; provider: string; reference: string },
): Promise<(RefundKey & OpenedBy) | undefined> {
  return db
    .selectFrom('refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select([
      'r.config_id as shopId',
      'r.id',
      'r.order_id as orderId',
      'p.provider',
      'p.account_id as accountId',
    ])
    .where('r.config_id', '=', shopId)
    .where('r.reference', '=', reference)
    .where('p.provider', '=', provider)
    .executeTakeFirst()
}
