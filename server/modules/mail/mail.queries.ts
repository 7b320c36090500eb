import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

interface MailRow {
  id: number
  template: string
  recipient: string
  subject: string
  created_at: Date
  sent_at: Date | null
  attempts: number
  last_error: string | null
}

const columns = sql`id, template, recipient, subject, created_at, sent_at, attempts, last_error`

/** A page of the outbox, the newest first, and how many there are; `q` is looked for in recipient, subject and kind. */
export async function listMails(
  db: Database,
  configId: number,
  { q = '', page, limit }: { q?: string; page: number; limit: number },
): Promise<{ data: MailRow[]; total: number }> {
  const matching = sql`from mail where config_id = ${configId}
    and strpos(lower(concat_ws(' ', recipient, subject, template)), lower(${q.trim()})) > 0`
  const { rows: data } = await sql<MailRow>`
    select ${columns} ${matching} order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}

/** One mail with its words, which are there until it has been sent. */
export async function findMail(
  db: Database,
  configId: number,
  id: number,
): Promise<(MailRow & { text: string | null; html: string | null }) | undefined> {
  const { rows } = await sql<MailRow & { text: string | null; html: string | null }>`
    select ${columns}, body_text as text, body_html as html from mail
    where config_id = ${configId} and id = ${id}`.execute(db)
  return rows[0]
}
