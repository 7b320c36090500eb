import { later, type Transaction, violation } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { recordEvent } from '#server/modules/events/index.ts'

export interface CommentInput {
  productId: number
  body: string
  kind?: 'comment' | 'question' | 'answer'
  /** The question that an answer belongs to. */
  questionId?: number
  /** 1 to 5. */
  rating?: number
  /** The variant that was delivered to the author; null if it was one without a choice. */
  purchase?: { variantId: number | null } | undefined
  /** Absent: now. */
  createdAt?: Date
}

/**
 * Adds a comment, question or answer of a shopper and returns its id. The audit log does not cover shoppers. Throws AppError
 * 409 if the author has rated the product before.
 */
export async function createComment(
  tx: Transaction,
  { shopId, actor }: { shopId: number; actor: Actor },
  { productId, kind = 'comment', questionId, rating, purchase, createdAt, ...input }: CommentInput,
): Promise<number> {
  const body = input.body.trim()
  if (!body) throw new AppError(400, 'invalid_input', 'Please write a comment')
  if (body.length > 2000)
    throw new AppError(400, 'invalid_input', 'A comment can have up to 2,000 characters')
  const { id } = await tx
    .insertInto('comment')
    .values({
      config_id: shopId,
      product_id: productId,
      user_id: actor.id,
      author_name: actor.name,
      kind,
      question_id: questionId ?? null,
      body,
      rating: rating ?? null,
      is_verified: purchase !== undefined,
      variant_id: purchase?.variantId ?? null,
      ...(createdAt && { created_at: createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSecondRating)
    .catch((error: unknown) => {
      if (violation(error)?.constraint !== 'comment_config_id_product_id_fkey') throw error
      throw new AppError(404, 'not_found', 'Product not found')
    })
  const data = { commentid: id, productid: productId, kind, rating: rating ?? null }
  later(tx, recordEvent(tx, shopId, { kind: 'comment.posted', subject: `product:${productId}`, data }))
  return id
}

/** Turns a second rating by the same person into AppError 409 `already_rated`. */
export function refuseSecondRating(error: unknown): never {
  if (violation(error)?.constraint !== 'comment_rated_once') throw error
  const message = 'You have already rated this product. Post this comment without stars.'
  throw new AppError(409, 'already_rated', message, [{ path: 'rating', message }])
}
