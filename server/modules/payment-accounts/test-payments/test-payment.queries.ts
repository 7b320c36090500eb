import { sql } from 'kysely'
import type { OnlineProvider, PaymentMode } from '#contract/payment-accounts/providers.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** How long the page of a test payment stays open. */
export const OPEN_MS = 3_600_000

/** A test payment with its account. Amounts are minor units. */
export interface TestPaymentRow {
  shopId: number
  id: number
  accountId: number
  provider: OnlineProvider
  mode: PaymentMode
  number: string
  amount: number
  currency: string
  reference: string | null
  url: string | null
  charge: string | null
  status: 'waiting' | 'paid' | 'failed'
  createdAt: Date
  paidAt: Date | null
  webhookAt: Date | null
  refusedAt: Date | null
  refundReference: string | null
  refundedAt: Date | null
  problem: string
  /** It was paid two minutes ago, and its message has not arrived. Providers send it within seconds. */
  isMessageLate: boolean
  /** Its page was open for an hour, after which the shop closes it. */
  isPageOver: boolean
  /** Null: the provider is not asked any more. */
  nextPollAt: Date | null
  pollAttempts: number
}

const columns = sql`t.config_id as "shopId", t.id, t.account_id as "accountId", a.provider, a.mode, t.number, t.amount,
  t.currency, t.reference, t.url, t.charge, t.status, t.created_at as "createdAt", t.paid_at as "paidAt",
  t.webhook_at as "webhookAt", t.refused_at as "refusedAt", t.refund_reference as "refundReference",
  t.refunded_at as "refundedAt", t.problem, t.next_poll_at as "nextPollAt",
  coalesce(t.webhook_at is null and t.paid_at <= now() - interval '2 minutes', false) as "isMessageLate",
  t.created_at < now() - make_interval(secs => ${OPEN_MS / 1000}) as "isPageOver", t.poll_attempts as "pollAttempts"`

const tables = sql`test_payment t join payment_account a on a.config_id = t.config_id and a.id = t.account_id`

/** AppError 404. */
export async function findTestPayment(db: Database, shopId: number, id: number): Promise<TestPaymentRow> {
  const { rows } = await sql<TestPaymentRow>`
    select ${columns} from ${tables} where t.config_id = ${shopId} and t.id = ${id}`.execute(db)
  if (!rows[0]) throw new AppError(404, 'not_found', 'There is no such test payment')
  return rows[0]
}

/** The test payment that a message of a provider is about. */
export async function findTestPaymentByReference(
  db: Database,
  shopId: number,
  provider: string,
  reference: string,
): Promise<TestPaymentRow | undefined> {
  const { rows } = await sql<TestPaymentRow>`
    select ${columns} from ${tables}
    where t.config_id = ${shopId} and t.reference = ${reference} and a.provider = ${provider}`.execute(db)
  return rows[0]
}

/** Claims test payments of all shops that are due, and schedules the next question after 1, 2, 4 … 60 minutes. */
export async function claimDueTestPayments(db: Database): Promise<TestPaymentRow[]> {
  const { rows } = await sql<TestPaymentRow>`
    with due as (
      select config_id, id from test_payment where next_poll_at <= now()
      order by next_poll_at limit 20 for no key update skip locked
    ), claimed as (
      update test_payment t set poll_attempts = poll_attempts + 1,
        next_poll_at = now() + least(60, power(2, least(poll_attempts, 6))) * interval '1 minute'
      from due where t.config_id = due.config_id and t.id = due.id
      returning t.*
    )
    select ${columns} from claimed t join payment_account a on a.config_id = t.config_id and a.id = t.account_id`.execute(
    db,
  )
  return rows
}
