import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { RETRY_PERIOD } from './outbox.writes.ts'

/**
 * Resends an email: a waiting one is tried now, otherwise a copy is sent. Throws AppError 404, and 409 if its text was
 * deleted.
 */
export async function resend(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { shopId } = context
  const email = await lockEmail(tx, shopId, id)
  if (!email) throw new AppError(404, 'not_found', 'Email not found')
  if (!email.hasText) {
    throw new AppError(
      409,
      'email_text_deleted',
      'The text was deleted after sending because it contained a private link. The recipient can request a new one.',
    )
  }
  if (email.isFinal) {
    await sql`insert into email (config_id, recipient, template, subject, body_text, body_html)
      select config_id, recipient, template, subject, body_text, body_html from email
      where config_id = ${shopId} and id = ${id}`.execute(tx)
  } else {
    await sql`update email set due_at = now() where config_id = ${shopId} and id = ${id}`.execute(tx)
    await sql`select pg_notify('email', '')`.execute(tx)
  }
  const after = { resent: new Date().toISOString() }
  later(tx, record(tx, { ...context, action: 'update', subject: 'email', subjectId: id, before: {}, after }))
}

async function lockEmail(tx: Transaction, shopId: number, id: number) {
  const { rows } = await sql<{ hasText: boolean; isFinal: boolean }>`
    select body_text is not null as "hasText", sent_at is not null or created_at <= now() - ${RETRY_PERIOD} as "isFinal"
    from email where config_id = ${shopId} and id = ${id} for update`.execute(tx)
  return rows[0]
}
