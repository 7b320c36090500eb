import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

/** A mail of any shop that is to be sent now. */
export interface DueMail {
  configId: number
  id: number
  shopName: string
  recipient: string
  subject: string
  text: string
  html: string
  createdAt: Date
  attempts: number
}

/** For three days a mail is tried; what cannot be delivered by then is no news any more. */
export const tryFor = sql`interval '3 days'`

/**
 * The mail that has waited longest, locked until the transaction ends: another process takes another one. Between two
 * statements the transaction may last as long as a slow mail server takes.
 */
export async function lockDueMail(tx: Transaction): Promise<DueMail | undefined> {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx)
  const { rows } = await sql<DueMail>`
    select m.config_id as "configId", m.id, s.name as "shopName", m.recipient, m.subject, m.body_text as text,
      m.body_html as html, m.created_at as "createdAt", m.attempts
    from mail m join shop s using (config_id)
    where m.sent_at is null and m.due_at <= now() and m.created_at > now() - ${tryFor}
    order by m.due_at, m.id
    limit 1
    for update of m skip locked`.execute(tx)
  return rows[0]
}

/** How the secret of a link begins; see `mask`. */
const secret = '[?&;](accessT|t)oken='

type MailKey = Pick<DueMail, 'configId' | 'id'>

/** It is out; its words are dropped where a link in them holds a secret. */
export async function noteSent(tx: Transaction, { configId, id }: MailKey): Promise<void> {
  await sql`update mail
    set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = null,
      body_text = case when body_text !~ ${secret} then body_text end,
      body_html = case when body_text !~ ${secret} then body_html end
    where config_id = ${configId} and id = ${id}`.execute(tx)
}

/** It did not go out: tried again after 1, 2, 4 … minutes, at most an hour. */
export async function noteFailure(tx: Transaction, { configId, id }: MailKey, reason: string): Promise<void> {
  await sql`update mail
    set attempts = attempts + 1, last_error = ${reason.replaceAll('\0', '').slice(0, 1000)},
      due_at = clock_timestamp() + least(60, power(2, least(attempts, 6))) * interval '1 minute'
    where config_id = ${configId} and id = ${id}`.execute(tx)
}
