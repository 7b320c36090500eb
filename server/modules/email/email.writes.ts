import { sql } from 'kysely'
import { prepared, type Transaction } from '#server/db/connect.ts'
import type { EmailContent } from './templates/frame.ts'

const MAX_SUBJECT_LENGTH = 200

/**
 * Writes an email into the outbox, in the transaction of its cause, and returns its id. The email job sends it. One POST to
 * `unsubscribeUrl` ends the emails of its kind.
 */
export async function sendEmail(
  tx: Transaction,
  shopId: number,
  recipient: string,
  { template, subject, text, html }: EmailContent,
  { unsubscribeUrl }: { unsubscribeUrl?: string } = {},
): Promise<number> {
  const { id } = await tx
    .insertInto('email')
    .values({
      config_id: shopId,
      recipient,
      template,
      subject: subject.slice(0, MAX_SUBJECT_LENGTH).trim(),
      body_text: text,
      body_html: html,
      unsubscribe_url: unsubscribeUrl ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Writes an email unless one with this reference exists. A held email waits until its address is
 * confirmed, and is never sent otherwise.
 */
export async function sendEmailOnce(
  tx: Transaction,
  shopId: number,
  { recipient, reference, isHeld = false }: { recipient: string; reference: string; isHeld?: boolean },
  { template, subject, text, html }: EmailContent,
): Promise<void> {
  await prepared(
    'send_email_once',
    sql`
      insert into email (config_id, recipient, template, subject, body_text, body_html, reference, due_at)
      values (${shopId}, ${recipient}, ${template}, ${subject.slice(0, MAX_SUBJECT_LENGTH).trim()}, ${text}, ${html}, ${reference},
        case when ${isHeld}::boolean then now() + interval '30 days' else now() end)
      on conflict (config_id, reference) where reference is not null do nothing`,
  ).execute(tx)
}
