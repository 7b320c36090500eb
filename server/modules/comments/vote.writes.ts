import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { commentNotFound } from './own-comment.writes.ts'

/**
 * Sets whether a person finds a comment or answer helpful, and returns how many people do. The lock on the comment lets
 * concurrent votes count one by one. Throws AppError 404 for what shoppers cannot see, 400 for one's own.
 */
export async function setVote(
  tx: Transaction,
  shopId: number,
  userId: number,
  commentId: number,
  helpful: boolean,
): Promise<number> {
  const { rows } = await sql<{ author: number | null }>`
    select c.user_id as author from comment c
    join product p on p.config_id = c.config_id and p.id = c.product_id and p.status = 'live' and p.deleted_at is null
    where c.config_id = ${shopId} and c.id = ${commentId} and c.status = 'visible' and c.kind <> 'question'
    for no key update of c`.execute(tx)
  const [comment] = rows
  if (!comment) throw commentNotFound()
  if (comment.author === userId)
    throw new AppError(400, 'own_comment', 'You can’t vote for your own comment.')
  if (helpful) {
    await tx
      .insertInto('comment_vote')
      .values({ config_id: shopId, comment_id: commentId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await tx
      .deleteFrom('comment_vote')
      .where('config_id', '=', shopId)
      .where('comment_id', '=', commentId)
      .where('user_id', '=', userId)
      .execute()
  }
  const { helpful_count: count } = await tx
    .selectFrom('comment')
    .select('helpful_count')
    .where('config_id', '=', shopId)
    .where('id', '=', commentId)
    .executeTakeFirstOrThrow()
  return count
}
