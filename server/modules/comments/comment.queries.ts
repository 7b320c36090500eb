import { sql } from 'kysely'
import type { Comment } from '#contract/people/comment.ts'
import type { Database } from '#server/db/connect.ts'
import { commentColumns, commentOf, type CommentRow } from './comment-row.ts'

/** A page of the visible comments on a live product, newest first, and their total. */
export async function listComments(
  db: Database,
  configId: number,
  productId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Comment[]; total: number }> {
  const visible = sql`from comment c
    join product p on p.config_id = c.config_id and p.id = c.product_id and p.status = 'live' and p.deleted_at is null
    where c.config_id = ${configId} and c.product_id = ${productId} and c.status = 'visible'`
  const { rows } = await sql<{ data: CommentRow[]; total: number }>`
    select (select count(*)::int ${visible}) as total,
      array(
        select to_json(listed) from (
          select ${commentColumns} ${visible}
          order by c.created_at desc, c.id desc
          limit ${limit} offset ${(page - 1) * limit}
        ) listed
      ) as data`.execute(db)
  const { data = [], total = 0 } = rows[0] ?? {}
  return { data: data.map(commentOf), total }
}

/** Finds a comment of any status. */
export async function findComment(db: Database, configId: number, id: number): Promise<Comment | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns} from comment c where c.config_id = ${configId} and c.id = ${id}`.execute(db)
  return rows[0] && commentOf(rows[0])
}
