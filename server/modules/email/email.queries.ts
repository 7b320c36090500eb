import { sql } from 'kysely'
import type { z } from 'zod'
import type { getEmails, email } from '#contract/email/email.ts'
import type { Database } from '#server/db/connect.ts'
import { RETRY_PERIOD } from './outbox.writes.ts'

interface EmailRow {
  id: number
  template: string
  recipient: string
  subject: string
  status: z.infer<typeof email>['status']
  created_at: Date
  sent_at: Date | null
  attempts: number
  last_error: string | null
}

const status = sql`case when sent_at is not null then 'sent' when created_at <= now() - ${RETRY_PERIOD} then 'given_up'
  when attempts > 0 then 'failing' else 'waiting' end`
const columns = sql`id, template, recipient, subject, ${status} as status, created_at, sent_at, attempts, last_error`

/** A page of emails and their total. `q` searches recipient, subject and template. */
export async function listEmails(
  db: Database,
  shopId: number,
  { q = '', page, limit, sort, status: wantedStatus, template }: z.output<typeof getEmails.input>,
): Promise<{ data: EmailRow[]; total: number }> {
  const conditions = [
    sql`config_id = ${shopId}`,
    ...(template === undefined ? [] : [sql`template = ${template}`]),
    ...(wantedStatus === undefined
      ? []
      : [
          sql`sent_at is ${wantedStatus === 'sent' ? sql`not null` : sql`null`} and ${status} = ${wantedStatus}`,
        ]),
    ...(q === '' ? [] : [sql`strpos(lower(concat_ws(' ', recipient, subject, template)), lower(${q})) > 0`]),
  ]
  const matching = sql`from email where ${sql.join(conditions, sql` and `)}`
  const order = sort === 'oldest' ? sql`id` : sql`id desc`
  const { rows: data } = await sql<EmailRow>`
    select ${columns} ${matching} order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}

/** Finds an email with its text. Sending deletes the text if a link in it holds a secret. */
export async function findEmail(
  db: Database,
  shopId: number,
  id: number,
): Promise<(EmailRow & { text: string | null; html: string | null }) | undefined> {
  const { rows } = await sql<EmailRow & { text: string | null; html: string | null }>`
    select ${columns}, body_text as text, body_html as html from email
    where config_id = ${shopId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Where a user of the shop gets email. */
export function findRecipient(
  db: Database,
  shopId: number,
  userId: number | null,
): Promise<{ email: string; name: string }> {
  return db
    .selectFrom('app_user')
    .select(['email', 'full_name as name'])
    .where('config_id', '=', shopId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
