import { randomUUID } from 'node:crypto'
import {
  deleteComment,
  getComments,
  getOwnVotes,
  postComment,
  reportComment,
  updateComment,
  voteForComment,
  MAX_PHOTOS,
} from '#contract/comments/comment.ts'
import {
  getAdminComment,
  getAdminComments,
  moderateComment,
  moderateComments,
} from '#contract/comments/comment-moderation.ts'
import type { Transaction } from '#server/db/connect.ts'
import { requireOwnId } from '#server/http/session/audience.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { takeCommentLimit, requireCommentQuota } from './author.writes.ts'
import { holdPhotos, storePhotos } from '#server/platform/photos.ts'
import { insertPhotos } from './comment-photo.writes.ts'
import { findComment, findOwnVotes, listComments } from './comment.queries.ts'
import { listForModeration } from './moderation/moderation.queries.ts'
import { addReport, moderate } from './moderation/moderation.writes.ts'
import { changeOwnComment, deleteOwnComment, commentNotFound, postOwnComment } from './own-comment.writes.ts'
import { findPurchase } from './purchase.queries.ts'
import { notifyStaff } from './moderation/staff-notifications.ts'
import { setVote } from './vote.writes.ts'
import { asCaller, callerOf } from './as-caller.ts'

export const commentRoutes = [
  route(getComments, ({ product_id, variantid: variantId, ...filter }, { db, shop }) =>
    listComments(db, shop.shopId, product_id, { ...filter, variantId }),
  ),

  personalRoute(getOwnVotes, async ({ product_id }, { db, shop: { shopId }, caller }) => {
    const { userId } = callerOf({ caller })
    const [votes, purchase] = await Promise.all([
      findOwnVotes(db, shopId, userId, product_id),
      findPurchase(db, shopId, userId, product_id),
    ])
    return { data: { ...votes, bought: purchase !== undefined } }
  }),

  personalRoute(voteForComment, async ({ id, helpful }, context) => {
    const { shopId } = context.shop
    await context.services.limits.take(`vote:${shopId}:${context.caller?.userId}`, { burst: 60, seconds: 10 })
    const count = await asCaller(context, (tx, userId) => setVote(tx, shopId, userId, id, helpful))
    return {
      data: { helpful: count },
      message: helpful ? 'Marked as helpful' : 'No longer marked as helpful',
    }
  }),

  personalRoute(postComment, async ({ user_id, product_id: productId, comment, rating }, context) => {
    requireOwnId(context.caller, user_id)
    const { shopId } = context.shop
    const { limits, storage } = context.services
    await takeCommentLimit(context)
    const photos = await storePhotos(context, { max: MAX_PHOTOS, noun: 'A comment' })
    const data = await asCaller(context, async (tx, userId) => {
      if (limits.on) await requireCommentQuota(tx, shopId, userId)
      const id = await postOwnComment(tx, shopId, userId, { productId, comment, rating })
      await holdPhotos(tx, storage, photos)
      await insertPhotos(tx, shopId, id, photos)
      await notifyStaff(tx, context, 'comment_posted', id)
      return requireComment(tx, shopId, id)
    })
    return { data, message: 'Comment posted' }
  }),

  personalRoute(updateComment, async ({ id, ...changes }, context) => {
    const { shopId } = context.shop
    const data = await asCaller(context, async (tx, userId) => {
      await changeOwnComment(tx, shopId, userId, id, changes)
      return requireComment(tx, shopId, id)
    })
    return { data, message: 'Comment updated' }
  }),

  personalRoute(deleteComment, async ({ id }, context) => {
    await asCaller(context, (tx, userId) => deleteOwnComment(tx, context.shop.shopId, userId, id))
    return { message: 'Comment deleted' }
  }),

  personalRoute(reportComment, async ({ id, reason }, context) => {
    await asCaller(context, async (tx, userId) => {
      const isNew = await addReport(tx, context.shop.shopId, userId, id, reason)
      if (isNew) await notifyStaff(tx, context, 'comment_reported', id)
    })
    return { message: 'Thank you. We’ll review this comment.' }
  }),

  route(getAdminComments, (filter, { db, shop }) => listForModeration(db, shop.shopId, filter)),

  route(getAdminComment, async ({ id }, { db, shop }) => {
    const { data } = await listForModeration(db, shop.shopId, { page: 1, limit: 1, sort: 'newest', id })
    if (!data[0]) throw commentNotFound()
    return { data: data[0] }
  }),

  personalRoute(moderateComment, async ({ id, ...moderation }, context) => {
    await asStaff(context, (tx, write) => moderate(tx, write, id, moderation))
    const { status, answer } = moderation
    if (status) return { message: status === 'hidden' ? 'Comment hidden' : 'Comment approved' }
    return { message: answer === null ? 'Reply removed' : 'Reply published' }
  }),

  personalRoute(moderateComments, async ({ ids, status }, context) => {
    // A fixed order keeps concurrent calls from deadlocking.
    const sorted = [...new Set(ids)].toSorted((a, b) => a - b)
    const job = randomUUID()
    await asStaff(context, async (tx, write) => {
      for (const id of sorted) await moderate(tx, { ...write, job }, id, { status })
    })
    const comments = sorted.length === 1 ? '1 comment' : `${sorted.length} comments`
    return {
      data: { count: sorted.length },
      message: `${comments} ${status === 'hidden' ? 'hidden' : 'approved'}`,
    }
  }),
]

async function requireComment(tx: Transaction, shopId: number, id: number) {
  const comment = await findComment(tx, shopId, id)
  if (!comment) throw commentNotFound()
  return comment
}
