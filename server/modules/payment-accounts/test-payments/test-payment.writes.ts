import { sql, type UpdateObject } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'
import { later } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import type { TestPaymentRow } from './test-payment.queries.ts'

/** Stores a test payment before the provider is asked, so that a lost answer opens no second page. Returns its id. */
export async function insertTestPayment(
  tx: Transaction,
  write: WriteContext,
  {
    accountId,
    number,
    amount,
    currency,
  }: Pick<TestPaymentRow, 'accountId' | 'number' | 'amount' | 'currency'>,
): Promise<number> {
  const { shopId, actor } = write
  const { rows } = await sql<{ id: number }>`
    insert into test_payment (config_id, account_id, number, amount, currency, actor_id, actor_name, next_poll_at)
    values (${shopId}, ${accountId}, ${number}, ${amount}, ${currency}, ${actor.id}, ${actor.name}, now() + interval '1 minute')
    returning id`.execute(tx)
  const entry = {
    subject: 'payment_account',
    subjectId: accountId,
    before: {},
    after: { testPayment: number },
  }
  later(tx, record(tx, { ...write, action: 'update', ...entry }))
  return rows[0]?.id ?? 0
}

/** Writes columns of a test payment. */
export async function updateTestPayment(
  db: Database,
  { shopId, id }: Pick<TestPaymentRow, 'shopId' | 'id'>,
  changes: UpdateObject<DB, 'test_payment'>,
): Promise<void> {
  await db
    .updateTable('test_payment')
    .set(changes)
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
}

/** Notes that a message about a test payment has passed its check. */
export async function markMessage(
  db: Database,
  { shopId, id }: Pick<TestPaymentRow, 'shopId' | 'id'>,
): Promise<void> {
  await sql`
    update test_payment set webhook_at = coalesce(webhook_at, now())
    where config_id = ${shopId} and id = ${id}`.execute(db)
}

/** Notes that a message to the address of a provider did not pass its check, for the test payments that wait for one. */
export async function noteRefusedMessage(db: Database, shopId: number, provider: string): Promise<void> {
  await sql`
    update test_payment t set refused_at = now()
    from payment_account a
    where a.config_id = t.config_id and a.id = t.account_id and a.provider = ${provider} and t.config_id = ${shopId}
      and t.webhook_at is null and t.refused_at is null and t.created_at > now() - interval '1 hour'`.execute(
    db,
  )
}

/** Removes test payments of all shops that ended long ago. */
export async function removeOldTestPayments(db: Database): Promise<void> {
  await sql`
    delete from test_payment where created_at < now() - interval '90 days' and next_poll_at is null`.execute(
    db,
  )
}
