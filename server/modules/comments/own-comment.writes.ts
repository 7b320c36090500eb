import { sql } from 'kysely'
import { commentEditMinutes } from '#contract/comment.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { authorName } from './author.writes.ts'
import { createComment } from './comment.writes.ts'

export interface Words {
  comment: string
  /** 1 to 5; null takes the stars away, and where it is absent they stay. */
  rating?: number | null
}

/** Adds a comment under the name of the account, and answers its id. AppError 404 where shoppers see no such product. */
export async function postOwnComment(
  tx: Transaction,
  configId: number,
  userId: number,
  { productId, comment, rating }: Words & { productId: number },
): Promise<number> {
  const product = await tx
    .selectFrom('product')
    .select('id')
    .where('config_id', '=', configId)
    .where('id', '=', productId)
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product) throw new AppError(404, 'not_found', 'There is no such product.')
  const actor = { id: userId, name: await authorName(tx, configId, userId) }
  const input = { productId, body: comment, ...(rating && { rating }) }
  return createComment(tx, { configId, actor }, input)
}

/** Changes what the caller has said. AppError 404 where it is not the caller's, 403 where it is too late. */
export async function changeOwnComment(
  tx: Transaction,
  configId: number,
  userId: number,
  id: number,
  { comment, rating }: Words,
): Promise<void> {
  const before = await lockOwnComment(tx, configId, userId, id)
  const rates = rating !== undefined && rating !== before.rating
  await tx
    .updateTable('comment')
    // A rating that is written is told to every list of the shop: only where it differs.
    .set({ body: comment, edited_at: sql`now()`, ...(rates && { rating }) })
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Deletes what the caller has said. AppError 404 where it is not the caller's, 403 where it is too late. */
export async function deleteOwnComment(
  tx: Transaction,
  configId: number,
  userId: number,
  id: number,
): Promise<void> {
  await lockOwnComment(tx, configId, userId, id)
  await tx
    .deleteFrom('comment')
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

async function lockOwnComment(tx: Transaction, configId: number, userId: number, id: number) {
  const own = await tx
    .selectFrom('comment')
    .select([
      'rating',
      sql<boolean>`created_at < now() - ${commentEditMinutes} * interval '1 minute'`.as('is_too_late'),
    ])
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!own) throw noSuchComment()
  if (own.is_too_late) {
    const sentence = `A comment can be changed or deleted for ${commentEditMinutes} minutes. These are over.`
    throw new AppError(403, 'too_late', sentence)
  }
  return own
}

/** For comments that are not there, and those that the caller may not know of. */
export const noSuchComment = () => new AppError(404, 'not_found', 'There is no such comment.')
