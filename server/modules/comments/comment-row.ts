import { sql } from 'kysely'
import type { Comment } from '#contract/comment.ts'

/** The columns of table `comment c` that `commentOf` reads. */
export const commentColumns = sql`c.id, c.author_name as author, c.user_id as "userId", c.body, c.rating,
  c.edited_at is not null as edited, c.created_at as at`

export interface CommentRow {
  id: number
  author: string
  userId: number | null
  body: string
  rating: number | null
  edited: boolean
  at: Date | string
}

/** A comment in the words of the wire. */
export function commentOf({ id, author, userId, body, rating, edited, at }: CommentRow): Comment {
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
