import { sql } from 'kysely'
import type { z } from 'zod'
import type { getMails, mail } from '#contract/mail.ts'
import type { Database } from '#server/db/connect.ts'
import { tryFor } from './outbox.writes.ts'

interface MailRow {
  id: number
  template: string
  recipient: string
  subject: string
  status: z.infer<typeof mail>['status']
  created_at: Date
  sent_at: Date | null
  attempts: number
  last_error: string | null
}

const status = sql`case when sent_at is not null then 'sent' when created_at <= now() - ${tryFor} then 'given_up'
  when attempts > 0 then 'failing' else 'waiting' end`
const columns = sql`id, template, recipient, subject, ${status} as status, created_at, sent_at, attempts, last_error`

/** A page of the outbox and how many there are; `q` is looked for in recipient, subject and kind. */
export async function listMails(
  db: Database,
  configId: number,
  { q = '', page, limit, sort, status: wanted, template }: z.output<typeof getMails.input>,
): Promise<{ data: MailRow[]; total: number }> {
  const conditions = [
    sql`config_id = ${configId}`,
    ...(template === undefined ? [] : [sql`template = ${template}`]),
    ...(wanted === undefined
      ? []
      : [sql`sent_at is ${wanted === 'sent' ? sql`not null` : sql`null`} and ${status} = ${wanted}`]),
    ...(q === '' ? [] : [sql`strpos(lower(concat_ws(' ', recipient, subject, template)), lower(${q})) > 0`]),
  ]
  const matching = sql`from mail where ${sql.join(conditions, sql` and `)}`
  const order = sort === 'oldest' ? sql`id` : sql`id desc`
  const { rows: data } = await sql<MailRow>`
    select ${columns} ${matching} order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}

/** One mail with its words, which are there until it has been sent and longer where they hold no secret. */
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
