import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { ProviderRefusal, type OnlineProvider, type RefundState } from '#server/platform/online-payment.ts'
import type { PaymentDeps } from './online-shop.ts'
import { applyRefund, noteRefundTrouble, type RefundKey } from './refund-result.ts'

interface DueRefund extends RefundKey {
  number: string
  provider: string
  charge: string
  amount: number
  currency: string
  /** What the provider calls it, once it has taken it. */
  reference: string | null
  /** Money that was not the order's: all of it goes back. */
  isWhole: boolean
  attempts: number
}

/**
 * Has the providers pay back what is due, of every shop, and asks for what they have taken: until it is done, and then now
 * and then, since a bank may turn it down for some weeks. Any number of processes may do it at once; what a provider could
 * not be asked for is tried again after 2, 4, 8 … 60 minutes. Answers how many are paid back.
 */
export async function payBack(db: Database, { online, keyedHash }: PaymentDeps): Promise<number> {
  const due = await takeDueRefunds(
    db,
    online.map(({ id }) => id),
  )
  const outcomes = await Promise.all(
    due.map(async (refund) => {
      const provider = online.find((one) => one.id === refund.provider)
      if (!provider) return false
      try {
        const state = await askProvider(provider, refund)
        await applyRefund(db, keyedHash, refund, state)
        return state.state === 'done'
      } catch (error) {
        await noteRefundTrouble(db, refund, wordsOf(error))
        return false
      }
    }),
  )
  return outcomes.filter(Boolean).length
}

async function askProvider(
  provider: OnlineProvider,
  { id, number, reference, isWhole, amount: whole, charge, currency, attempts }: DueRefund,
): Promise<RefundState> {
  if (reference !== null) return provider.lookAtRefund(reference)
  const amount = isWhole ? undefined : whole
  const key = `${number}:refund:${id}`
  try {
    return await provider.refund({ key, charge, amount, currency, again: attempts > 1 })
  } catch (error) {
    // That is its last word, before it has given it a name.
    if (error instanceof ProviderRefusal) return { reference: '', state: 'failed', reason: error.message }
    throw error
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** One that is done is asked for at twice its age, from a day on, until it is 45 days old. */
async function takeDueRefunds(db: Database, providers: string[]): Promise<DueRefund[]> {
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
    returning r.config_id as "configId", r.id, r.order_id as "orderId", o.number, due.provider, due.charge, r.amount,
      coalesce(r.currency, o.currency) as currency, r.reference, r.currency is not null as "isWhole", r.attempts`.execute(
    db,
  )
  return rows
}

/** A provider has told of a refund: it is asked what has become of it; where it cannot be asked now, soon. */
export async function hearOfRefund(
  db: Database,
  { keyedHash }: Pick<PaymentDeps, 'keyedHash'>,
  provider: OnlineProvider,
  reference: string,
): Promise<void> {
  const key = await findToldRefund(db, provider.id, reference)
  if (!key) return
  const state = await provider.lookAtRefund(reference).catch(() => undefined)
  if (state) return applyRefund(db, keyedHash, key, state)
  await db
    .updateTable('refund')
    .set({ due_at: new Date() })
    .where('config_id', '=', key.configId)
    .where('id', '=', key.id)
    .where('status', '<>', 'failed')
    .execute()
}

/** Of whichever shop, as with payments. */
function findToldRefund(db: Database, provider: string, reference: string): Promise<RefundKey | undefined> {
  return db
    .selectFrom('refund as r')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.config_id as configId', 'r.id', 'r.order_id as orderId'])
    .where('r.reference', '=', reference)
    .where('p.provider', '=', provider)
    .executeTakeFirst()
}
