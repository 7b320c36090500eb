import { sql } from 'kysely'
import { commentEditMinutes } from '#contract/comments/comment.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { authorName } from './author.writes.ts'
import { createComment, refuseSecondRating, type CommentInput } from './comment.writes.ts'
import { findPurchase } from './purchase.queries.ts'

export interface OwnComment {
  comment: string
  /** 1 to 5; null removes the rating, absent keeps it. */
  rating?: number | null
}

type NewComment = OwnComment & { productId: number } & Pick<CommentInput, 'kind' | 'questionId'>

/**
 * Adds a comment, question or answer under the account's name and returns its id. Throws AppError 404 if the product is not
 * live, 403 for the answer of someone who did not buy it.
 */
export async function postOwnComment(
  tx: Transaction,
  shopId: number,
  userId: number,
  { productId, comment, rating, ...kind }: NewComment,
): Promise<number> {
  const product = await tx
    .selectFrom('product')
    .select('id')
    .where('config_id', '=', shopId)
    .where('id', '=', productId)
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product) throw new AppError(404, 'not_found', 'Product not found')
  const actor = { id: userId, name: await authorName(tx, shopId, userId) }
  const purchase = kind.kind === 'question' ? undefined : await findPurchase(tx, shopId, userId, productId)
  if (kind.kind === 'answer' && !purchase) {
    throw new AppError(403, 'not_bought', 'Only people who received this product from us can answer.')
  }
  const input = { productId, body: comment, purchase, ...kind, ...(rating && { rating }) }
  return createComment(tx, { shopId, actor }, input)
}

/** Edits a comment of the caller. Throws AppError 404 for comments of others, 403 after the edit time. */
export async function changeOwnComment(
  tx: Transaction,
  shopId: number,
  userId: number,
  id: number,
  { comment, rating }: OwnComment,
): Promise<void> {
  const before = await lockOwnComment(tx, shopId, userId, id)
  const changesRating = before.kind === 'comment' && rating !== undefined && rating !== before.rating
  await tx
    .updateTable('comment')
    // Writing the rating invalidates every product list, so it is written only if it differs.
    .set({ body: comment, edited_at: sql`now()`, ...(changesRating && { rating }) })
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
    .catch(refuseSecondRating)
}

/** Deletes a comment of the caller. Throws AppError 404 for comments of others, 403 after the edit time. */
export async function deleteOwnComment(
  tx: Transaction,
  shopId: number,
  userId: number,
  id: number,
): Promise<void> {
  await lockOwnComment(tx, shopId, userId, id)
  await tx
    .deleteFrom('comment')
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

async function lockOwnComment(tx: Transaction, shopId: number, userId: number, id: number) {
  const own = await tx
    .selectFrom('comment')
    .select([
      'kind',
      'rating',
      sql<boolean>`created_at < now() - ${commentEditMinutes} * interval '1 minute'`.as('is_too_late'),
    ])
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw commentNotFound()
  if (own.is_too_late) {
    const message = `You can only edit or delete a comment within ${commentEditMinutes} minutes of posting.`
    throw new AppError(403, 'too_late', message)
  }
  return own
}

/** For unknown comments, and for those that the caller may not see. */
export const commentNotFound = () => new AppError(404, 'not_found', 'Comment not found')
