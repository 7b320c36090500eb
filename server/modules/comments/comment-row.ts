import { sql } from 'kysely'
import type { Comment, Photo } from '#contract/comments/comment.ts'

/** The columns of table `comment c` that `commentOf` reads. */
export const commentColumns = sql`c.id, c.author_name as author, c.user_id as "userId", c.body, c.rating,
  c.is_verified as "isVerified", c.variant_id as "variantId", c.helpful_count as helpful,
  c.edited_at is not null as edited, c.created_at as at, c.answer, c.answered_at as "answeredAt",
  (select v.options from variant v where v.config_id = c.config_id and v.id = c.variant_id) as options,
  array(
    select json_build_object('file', f.file, 'width', f.width, 'height', f.height) from comment_photo f
    where f.config_id = c.config_id and f.comment_id = c.id order by f.position
  ) as photos`

export interface CommentRow {
  id: number
  author: string
  userId: number | null
  body: string
  rating: number | null
  isVerified: boolean
  variantId: number | null
  helpful: number
  edited: boolean
  at: Date | string
  answer: string | null
  answeredAt: Date | string | null
  /** Null without a variant. */
  options: Record<string, string> | null
  photos: Photo[]
}

/** A row as the API returns it. */
export function commentOf(row: CommentRow): Comment {
  const { id, author, userId, body, rating, isVerified, variantId, helpful, edited, at, options, photos } =
    row
  return {
    id,
    user: author,
    username: author,
    user_id: userId,
    comment: body,
    rating,
    bought: isVerified,
    variantid: variantId,
    options: options ?? {},
    photos,
    helpful,
    edited,
    created_at: new Date(at).toISOString(),
    answer: replyOf(row),
  }
}

/** The shop's reply to a comment or question, if there is one. */
export const replyOf = ({ answer, answeredAt }: Pick<CommentRow, 'answer' | 'answeredAt'>) =>
  answer !== null && answeredAt !== null
    ? { text: answer, answered_at: new Date(answeredAt).toISOString() }
    : null
