import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

/** An email of any shop that is due. */
export interface DueEmail {
  shopId: number
  id: number
  shopName: string
  /** The contact address of the shop; may be empty. */
  shopEmail: string
  recipient: string
  subject: string
  text: string
  html: string
  /** Where one POST unsubscribes; null for emails that cannot be turned off. */
  unsubscribeUrl: string | null
  createdAt: Date
  attempts: number
}

/** How long an email is retried. After three days its news is old. */
export const RETRY_PERIOD = sql`interval '3 days'`

/**
 * Claims the email that has been due for longest until the transaction ends. The idle timeout is raised, because a slow
 * mail server may keep the transaction waiting.
 */
export async function lockDueEmail(tx: Transaction): Promise<DueEmail | undefined> {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx)
  const { rows } = await sql<DueEmail>`
    select m.config_id as "shopId", m.id, s.name as "shopName", s.email as "shopEmail", m.recipient, m.subject, m.body_text as text,
      m.body_html as html, m.unsubscribe_url as "unsubscribeUrl", m.created_at as "createdAt", m.attempts
    from email m join shop s using (config_id)
    where m.sent_at is null and m.due_at <= now() and m.created_at > now() - ${RETRY_PERIOD}
    order by m.due_at, m.id
    limit 1
    for update of m skip locked`.execute(tx)
  return rows[0]
}

/** The start of a secret in a link, or the code of a gift card; see `mask`. */
const secret = '[?&;](accessT|t)oken=|([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}'

type EmailKey = Pick<DueEmail, 'shopId' | 'id'>

/** Marks an email as sent. Deletes its text if a link in it holds a secret. */
export async function noteSent(tx: Transaction, { shopId, id }: EmailKey): Promise<void> {
  await sql`update email
    set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = null,
      body_text = case when body_text !~ ${secret} then body_text end,
      body_html = case when body_text !~ ${secret} then body_html end
    where config_id = ${shopId} and id = ${id}`.execute(tx)
}

/** Schedules the next try after 1, 2, 4 … minutes, at most an hour. */
export async function noteFailure(tx: Transaction, { shopId, id }: EmailKey, reason: string): Promise<void> {
  await sql`update email
    set attempts = attempts + 1, last_error = ${reason.replaceAll('\0', '').slice(0, 1000)},
      due_at = clock_timestamp() + least(60, power(2, least(attempts, 6))) * interval '1 minute'
    where config_id = ${shopId} and id = ${id}`.execute(tx)
}
