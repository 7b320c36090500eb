import { sql } from 'kysely'
import type { commentSorts, ReportedComment } from '#contract/comment.ts'
import type { Database } from '#server/db/connect.ts'
import { commentColumns, commentOf, type CommentRow } from './comment-row.ts'

interface Filter {
  page: number
  limit: number
  /** Looked for in the words, the author's name and the product's. */
  q?: string | undefined
  /** One alone. */
  id?: number | undefined
  status?: ReportedComment['status'] | undefined
  reported?: boolean | undefined
  answered?: boolean | undefined
  sort: (typeof commentSorts)[number]
}

type Row = CommentRow & Pick<ReportedComment, 'product_id' | 'productname' | 'status' | 'reports' | 'version'>

/** A page of all comments of the shop: reported ones that can still be seen, then the newest; and how many there are. */
export async function listForModeration(
  db: Database,
  configId: number,
  { page, limit, q = '', id, status, reported, answered, sort }: Filter,
): Promise<{ data: ReportedComment[]; total: number }> {
  const reports = sql`from comment_report r where r.config_id = c.config_id and r.comment_id = c.id`
  const matching = sql`from comment c
    join product p on p.config_id = c.config_id and p.id = c.product_id
    where c.config_id = ${configId} and (${id ?? null}::int is null or c.id = ${id ?? null})
      and (${status ?? null}::text is null or c.status = ${status ?? null})
      and (${reported ?? null}::boolean is null or exists (select ${reports}) = ${reported ?? null})
      and (${answered ?? null}::boolean is null or (c.answer is not null) = ${answered ?? null})
      and strpos(lower(concat_ws(' ', c.body, c.author_name, p.name)), lower(${q.trim()})) > 0`
  const orders = {
    urgent: sql`c.status <> 'hidden' and exists (select ${reports}) desc, c.created_at desc, c.id desc`,
    newest: sql`c.created_at desc, c.id desc`,
    oldest: sql`c.created_at, c.id`,
  }
  const { rows } = await sql<Row>`
    select ${commentColumns}, c.product_id, p.name as productname, c.status,
      array(select r.reason ${reports} order by r.created_at, r.user_id) as reports,
      coalesce((select max(j.id) from journal j where j.config_id = c.config_id and j.subject = 'comment'
        and j.subject_id = c.id::text), 0)::int as version
    ${matching}
    order by ${orders[sort]}
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  const data = rows.map((row) => {
    const { product_id, productname, status: current, reports: said, version } = row
    return { ...commentOf(row), product_id, productname, status: current, reports: said, version }
  })
  return { data, total: counts[0]?.total ?? 0 }
}
