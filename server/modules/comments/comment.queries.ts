import { sql } from 'kysely'
import type { Comment } from '#contract/comment.ts'
import type { Database } from '#server/db/connect.ts'

/** A page of the visible comments on a product that shoppers see, newest first, and how many there are in all. */
export async function listComments(
  db: Database,
  configId: number,
  productId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Comment[]; total: number }> {
  const visible = sql`from comment c
    join product p on p.config_id = c.config_id and p.id = c.product_id and p.status = 'live' and p.deleted_at is null
    where c.config_id = ${configId} and c.product_id = ${productId} and c.status = 'visible'`
  const { rows } = await sql<{ data: Row[]; total: number }>`
    select (select count(*)::int ${visible}) as total,
      array(
        select json_build_object('id', c.id, 'author', c.author_name, 'userId', c.user_id, 'edited', c.edited_at is not null, 'body', c.body, 'rating', c.rating, 'at', c.created_at)
        ${visible}
        order by c.created_at desc, c.id desc
        limit ${limit} offset ${(page - 1) * limit}
      ) as data`.execute(db)
  const { data = [], total = 0 } = rows[0] ?? {}
  return { data: data.map(commentOf), total }
}

interface Row {
  id: number
  author: string
  userId: number | null
  edited: boolean
  body: string
  rating: number | null
  at: string
}

function commentOf({ id, author, userId, edited, body, rating, at }: Row): Comment {
  return {
    id,
    user: author,
    username: author,
    user_id: userId,
    comment: body,
    rating,
    bought: false,
    edited,
    created_at: new Date(at).toISOString(),
  }
}
