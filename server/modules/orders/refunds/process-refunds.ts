import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import {
  ProviderRefusal,
  type PaymentProvider,
  type RefundState,
} from '#server/platform/payments/payment-provider.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { applyRefundState, storeRefundError, type RefundKey } from './refund-result.ts'

interface DueRefund extends RefundKey {
  number: string
  provider: string
  charge: string
  amount: number
  currency: string
  /** Its id at the provider, once the provider has accepted it. */
  reference: string | null
  /** Money that never counted as paid is refunded in full. */
  isWhole: boolean
  attempts: number
}

/**
 * Sends due refunds of all shops to their providers and checks those in progress. A completed refund is checked for some
 * weeks more, because a bank can still reject it. Several processes may run it at once. Answers how many are done.
 */
export async function processRefunds(db: Database, { online, keyedHash }: PaymentDeps): Promise<number> {
  const due = await claimDueRefunds(
    db,
    online.map(({ id }) => id),
  )
  const outcomes = await Promise.all(
    due.map(async (refund) => {
      const provider = online.find(({ id }) => id === refund.provider)
      if (!provider) return false
      try {
        const state = await sendOrCheckRefund(provider, refund)
        await applyRefundState(db, keyedHash, refund, state)
        return state.state === 'done'
      } catch (error) {
        await storeRefundError(db, refund, error instanceof Error ? error.message : String(error))
        return false
      }
    }),
  )
  return outcomes.filter(Boolean).length
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

/**
 * Claims a batch and schedules the next attempt after 2, 4, 8 … 60 minutes. A completed refund is checked again at twice its
 * age, after one to ten days, until it is 45 days old.
 */
async function claimDueRefunds(db: Database, providers: string[]): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    with due as (
      select r.config_id, r.id, p.provider, p.charge
      from refund r join payment p on p.config_id = r.config_id and p.id = r.payment_id
      where r.status <> 'failed' and r.due_at <= now() and p.charge is not null and p.provider = any(${providers})
      order by r.due_at limit 20 for no key update of r skip locked
    )
    update refund r set attempts = r.attempts + 1,
      due_at = case
        when r.status = 'waiting' then now() + least(60, power(2, least(r.attempts + 1, 6))) * interval '1 minute'
        when r.created_at < now() - interval '45 days' then 'infinity'
        else now() + greatest(interval '1 day', least(interval '10 days', now() - r.created_at))
      end
    from due, shop_order o
    where r.config_id = due.config_id and r.id = due.id and o.config_id = r.config_id and o.id = r.order_id
    returning r.config_id as "shopId", r.id, r.order_id as "orderId", o.number, due.provider, due.charge, r.amount,
      coalesce(r.currency, o.currency) as currency, r.reference, r.currency is not null as "isWhole", r.attempts`.execute(
    db,
  )
  return rows
}

/** Checks a refund after a webhook event. If the provider is unreachable, the next check is due now. */
export async function handleRefundEvent(
  db: Database,
  { keyedHash }: Pick<PaymentDeps, 'keyedHash'>,
  provider: PaymentProvider,
  reference: string,
): Promise<void> {
  const key = await findRefundByReference(db, provider.id, reference)
  if (!key) return
  const state = await provider.getRefund(reference).catch(() => undefined)
  if (state) return applyRefundState(db, keyedHash, key, state)
  await db
    .updateTable('refund')
    .set({ due_at: new Date() })
    .where('config_id', '=', key.shopId)
    .where('id', '=', key.id)
    .where('status', '<>', 'failed')
    .execute()
}

/** Searches all shops, because a provider sends the events of an account to one URL for all of them. */
function findRefundByReference(
  db: Database,
  provider: string,
  reference: string,
): Promise<RefundKey | undefined> {
  return db
    .selectFrom('refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.config_id as shopId', 'r.id', 'r.order_id as orderId'])
    .where('r.reference', '=', reference)
    .where('p.provider', '=', provider)
    .executeTakeFirst()
}
