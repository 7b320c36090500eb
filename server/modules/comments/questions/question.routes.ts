import { answerQuestion, askQuestion, getQuestions } from '#contract/comments/question.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route, type PersonalContext } from '#server/http/route.ts'
import { asCaller } from '../as-caller.ts'
import { requireCommentQuota, takeCommentLimit } from '../author.writes.ts'
import { postOwnComment } from '../own-comment.writes.ts'
import { notifyStaff } from '../moderation/staff-notifications.ts'
import { findQuestionProduct, listQuestions } from './question.queries.ts'

export const questionRoutes = [
  route(getQuestions, ({ product_id, ...paging }, { db, shop }) =>
    listQuestions(db, shop.shopId, product_id, paging),
  ),

  personalRoute(askQuestion, async (input, context) => {
    const data = await post(context, async () => ({
      kind: 'question',
      productId: input.product_id,
      comment: input.question,
    }))
    return { data, message: 'Question posted' }
  }),

  personalRoute(answerQuestion, async (input, context) => {
    const data = await post(context, async (tx) => {
      const productId = await findQuestionProduct(tx, context.shop.shopId, input.id)
      if (productId === undefined) throw new AppError(404, 'not_found', 'Question not found')
      return { kind: 'answer', questionId: input.id, productId, comment: input.answer }
    })
    return { data, message: 'Answer posted' }
  }),
]

/** Posts what `read` returns, within the limits for comments, and notifies staff. */
async function post(
  context: PersonalContext,
  read: (tx: Transaction) => Promise<Parameters<typeof postOwnComment>[3]>,
): Promise<{ id: number }> {
  const { shopId } = context.shop
  await takeCommentLimit(context)
  return asCaller(context, async (tx, userId) => {
    if (context.services.limits.on) await requireCommentQuota(tx, shopId, userId)
    const id = await postOwnComment(tx, shopId, userId, await read(tx))
    await notifyStaff(tx, context, 'comment_posted', id)
    return { id }
  })
}
