import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { tryFor } from './outbox.writes.ts'

/**
 * Sends a mail again: one that waits is tried now, of one that is over a copy goes out. AppError 404 where there is none,
 * 409 where its words are gone.
 */
export async function resend(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { configId } = context
  const mail = await lockMail(tx, configId, id)
  if (!mail) throw new AppError(404, 'not_found', 'There is no such mail.')
  if (!mail.whole) {
    throw new AppError(
      409,
      'words_gone',
      'The words of this mail were deleted when it was sent, because its link was a secret. Its receiver can ask for a new one.',
    )
  }
  if (mail.over) {
    await sql`insert into mail (config_id, recipient, template, subject, body_text, body_html)
      select config_id, recipient, template, subject, body_text, body_html from mail
      where config_id = ${configId} and id = ${id}`.execute(tx)
  } else {
    await sql`update mail set due_at = now() where config_id = ${configId} and id = ${id}`.execute(tx)
    await sql`select pg_notify('mail', '')`.execute(tx)
  }
  const after = { resent: new Date().toISOString() }
  await record(tx, { ...context, action: 'update', subject: 'mail', subjectId: id, before: {}, after })
}

async function lockMail(tx: Transaction, configId: number, id: number) {
  const { rows } = await sql<{ whole: boolean; over: boolean }>`
    select body_text is not null as whole, sent_at is not null or created_at <= now() - ${tryFor} as over
    from mail where config_id = ${configId} and id = ${id} for update`.execute(tx)
  return rows[0]
}
