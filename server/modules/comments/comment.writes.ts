import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import type { Actor } from '#server/modules/audit/index.ts'

export interface CommentInput {
  productId: number
  body: string
  /** 1 to 5. */
  rating?: number
  /** Absent: now. */
  createdAt?: Date
}

/** Adds a comment of a shopper and returns its id. The audit log does not cover shoppers. */
export async function createComment(
  tx: Transaction,
  { configId, actor }: { configId: number; actor: Actor },
  { productId, rating, createdAt, ...input }: CommentInput,
): Promise<number> {
  const body = input.body.trim()
  if (!body) throw new AppError(400, 'invalid_input', 'Please write a comment')
  if (body.length > 2000)
    throw new AppError(400, 'invalid_input', 'A comment can have up to 2,000 characters')
  const { id } = await tx
    .insertInto('comment')
    .values({
      config_id: configId,
      product_id: productId,
      user_id: actor.id,
      author_name: actor.name,
      body,
      rating: rating ?? null,
      ...(createdAt && { created_at: createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violation(error)?.constraint !== 'comment_config_id_product_id_fkey') throw error
      throw new AppError(404, 'not_found', 'Product not found')
    })
  return id
}
