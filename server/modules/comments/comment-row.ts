import { sql } from 'kysely'
import type { Comment } from '#contract/people/comment.ts'

/** The columns of table `comment c` that `commentOf` reads. */
export const commentColumns = sql`c.id, c.author_name as author, c.user_id as "userId", c.body, c.rating,
  c.edited_at is not null as edited, c.created_at as at, c.answer, c.answered_at as "answeredAt"`

export interface CommentRow {
  id: number
  author: string
  userId: number | null
  body: string
  rating: number | null
  edited: boolean
  at: Date | string
  answer: string | null
  answeredAt: Date | string | null
}

/** A row as the API returns it. */
export function commentOf(row: CommentRow): Comment {
  const { id, author, userId, body, rating, edited, at, answer, answeredAt } = row
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
    answer:
      answer !== null && answeredAt !== null
        ? { text: answer, answered_at: new Date(answeredAt).toISOString() }
        : null,
  }
}
