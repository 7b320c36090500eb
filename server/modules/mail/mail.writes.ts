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
