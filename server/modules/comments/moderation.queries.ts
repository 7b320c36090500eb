import { sql } from 'kysely'
import type { ReportedComment } from '#contract/comment.ts'
import type { Database } from '#server/db/connect.ts'
import { commentColumns, commentOf, type CommentRow } from './comment-row.ts'

interface Filter {
  page: number
  limit: number
  /** Looked for in the words, the author's name and the product's. */
  q?: string
  status?: ReportedComment['status']
}

type Row = CommentRow & Pick<ReportedComment, 'product_id' | 'productname' | 'status' | 'reports'>

/** A page of all comments of the shop: reported ones that can still be seen, then the newest; and how many there are. */
export async function listForModeration(
  db: Database,
  configId: number,
  { page, limit, q = '', status }: Filter,
): Promise<{ data: ReportedComment[]; total: number }> {
  const matching = sql`from comment c
    join product p on p.config_id = c.config_id and p.id = c.product_id
    where c.config_id = ${configId} and (${status ?? null}::text is null or c.status = ${status ?? null})
      and strpos(lower(concat_ws(' ', c.body, c.author_name, p.name)), lower(${q.trim()})) > 0`
  const reports = sql`from comment_report r where r.config_id = c.config_id and r.comment_id = c.id`
  const { rows } = await sql<Row>`
    select ${commentColumns}, c.product_id, p.name as productname, c.status,
      array(select r.reason ${reports} order by r.created_at, r.user_id) as reports
    ${matching}
    order by c.status <> 'hidden' and exists (select ${reports}) desc, c.created_at desc, c.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  const data = rows.map((row) => {
    const { product_id, productname, status: current, reports: said } = row
    return { ...commentOf(row), product_id, productname, status: current, reports: said }
  })
  return { data, total: counts[0]?.total ?? 0 }
}
