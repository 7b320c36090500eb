import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { PaymentKey } from './payment.queries.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { applyPaymentState, cancelWithUnknownPayment } from './payment-result.ts'

/** All payments of a batch are polled at once, so a slow provider does not delay the rest for long. */
const BATCH_SIZE = 20

interface DuePayment extends PaymentKey {
  provider: string
  reference: string | null
  /** The deadline has passed or the order is cancelled, so the payment page must be closed. */
  isOver: boolean
  /** The order is still pending a day after its deadline. Every payment page has expired by then. */
  isLongOver: boolean
}

/**
 * Polls the providers for due payments of all shops and closes those whose deadline has passed, before their stock is
 * released. If a provider is unreachable, the next poll tries again; after a day the order is cancelled. Answers the count.
 */
export async function pollPayments(
  db: Database,
  deps: PaymentDeps,
  log?: Pick<Logger, 'warn'>,
): Promise<number> {
  const due = await claimDuePayments(db)
  await Promise.all(
    due.map((payment) =>
      pollPayment(db, deps, payment).catch(async (error: unknown) => {
        log?.warn({ err: error, payment: payment.id }, 'payment could not be polled')
        if (payment.isLongOver) await cancelWithUnknownPayment(db, deps.keyedHash, payment)
      }),
    ),
  )
  return due.length
}

async function pollPayment(
  db: Database,
  { online, keyedHash }: PaymentDeps,
  payment: DuePayment,
): Promise<void> {
  const { reference, isOver } = payment
  const provider = online.find(({ id }) => id === payment.provider)
  if (!provider) throw new Error(`The keys of ${payment.provider} are missing`)
  if (reference === null) {
    // The payment page was never opened, so nobody can have paid.
    const neverPaid = { state: 'failed' as const, amount: undefined, currency: '', charge: undefined }
    if (isOver) await applyPaymentState(db, keyedHash, payment, neverPaid)
    return
  }
  const state = await (isOver ? provider.close(reference) : provider.getPayment(reference))
  await applyPaymentState(db, keyedHash, payment, state)
}

/**
 * Claims a batch of due payments and schedules their next poll after 1, 2, 4 … 30 minutes, at the latest at the deadline.
 * So several processes share the work, and a process that dies loses nothing.
 */
async function claimDuePayments(db: Database): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    with due as (
      select config_id, id, now() + least(30, power(2, least(poll_attempts, 5))) * interval '1 minute' as next
      from payment where next_poll_at <= now()
      order by next_poll_at limit ${BATCH_SIZE} for no key update skip locked
    )
    update payment p set poll_attempts = p.poll_attempts + 1,
      next_poll_at = case when o.reserved_until > now() then least(o.reserved_until, due.next) else due.next end
    from due, shop_order o
    where p.config_id = due.config_id and p.id = due.id and o.config_id = p.config_id and o.id = p.order_id
    returning p.config_id as "shopId", p.id, p.order_id as "orderId", p.provider, p.reference,
      o.status <> 'pending' or o.reserved_until <= now() as "isOver",
      o.status = 'pending' and o.reserved_until <= now() - interval '1 day' as "isLongOver"`.execute(db)
  return rows
}
