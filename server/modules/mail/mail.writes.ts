import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { MailContent } from './templates/frame.ts'

const longestSubject = 200

/** Puts a mail into the outbox, in the transaction of what it tells about: both happen, or neither. Answers its id. */
export async function sendMail(
  tx: Transaction,
  configId: number,
  recipient: string,
  { template, subject, text, html }: MailContent,
): Promise<number> {
  const { id } = await tx
    .insertInto('mail')
    .values({
      config_id: configId,
      recipient,
      template,
      subject: subject.slice(0, longestSubject).trim(),
      body_text: text,
      body_html: html,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The same for what must be mailed only once: nothing happens where a mail of this reference was written before. */
export async function sendMailOnce(
  tx: Transaction,
  configId: number,
  { recipient, reference }: { recipient: string; reference: string },
  { template, subject, text, html }: MailContent,
): Promise<void> {
  await sql`/* planned once */
    insert into mail (config_id, recipient, template, subject, body_text, body_html, reference)
    values (${configId}, ${recipient}, ${template}, ${subject.slice(0, longestSubject).trim()}, ${text}, ${html}, ${reference})
    on conflict (config_id, reference) where reference is not null do nothing`.execute(tx)
}
