import { randomUUID } from 'node:crypto'
import {
  deleteComment,
  getAdminComment,
  getAdminComments,
  getComments,
  moderateComment,
  moderateComments,
  postComment,
  reportComment,
  updateComment,
} from '#contract/people/comment.ts'
import type { Transaction } from '#server/db/connect.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import { runIdempotent } from '#server/modules/idempotency/index.ts'
import { requireOwnId } from '#server/http/session/audience.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { personalRoute, route, type RequestContext } from '#server/http/route.ts'
import { requireCommentQuota } from './author.writes.ts'
import { findComment, listComments } from './comment.queries.ts'
import { listForModeration } from './moderation.queries.ts'
import { addReport, moderate } from './moderation.writes.ts'
import { changeOwnComment, deleteOwnComment, commentNotFound, postOwnComment } from './own-comment.writes.ts'
import { notifyStaff } from './staff-notifications.ts'

export const commentRoutes = [
  route(getComments, ({ product_id, page, limit }, { db, shop }) =>
    listComments(db, shop.configId, product_id, { page, limit }),
  ),

  personalRoute(postComment, async ({ user_id, product_id: productId, comment, rating }, context) => {
    requireOwnId(context.caller, user_id)
    const { configId } = context.shop
    const { caller, limits, idempotencyKey: key } = context
    // The quota below counts stored comments; this limit stops repeated deleting and posting.
    await limits.take(`comment:${configId}:${caller?.userId}`, { burst: 20, seconds: 180 })
    const data = await asCaller(context, async (tx, userId) => {
      const input = { productId, comment, rating }
      return runIdempotent(
        tx,
        { configId, owner: `user:${userId}`, key, body: ['comment', input] },
        async () => {
          if (limits.on) await requireCommentQuota(tx, configId, userId)
          const id = await postOwnComment(tx, configId, userId, input)
          await notifyStaff(tx, context, 'comment_posted', id)
          return requireComment(tx, configId, id)
        },
      )
    })
    return { data, message: 'Comment posted' }
  }),

  personalRoute(updateComment, async ({ id, ...changes }, context) => {
    const { configId } = context.shop
    const data = await asCaller(context, async (tx, userId) => {
      await changeOwnComment(tx, configId, userId, id, changes)
      return requireComment(tx, configId, id)
    })
    return { data, message: 'Comment updated' }
  }),

  personalRoute(deleteComment, async ({ id }, context) => {
    await asCaller(context, (tx, userId) => deleteOwnComment(tx, context.shop.configId, userId, id))
    return { message: 'Comment deleted' }
  }),

  personalRoute(reportComment, async ({ id, reason }, context) => {
    await asCaller(context, async (tx, userId) => {
      const isNew = await addReport(tx, context.shop.configId, userId, id, reason)
      if (isNew) await notifyStaff(tx, context, 'comment_reported', id)
    })
    return { message: 'Thank you. We’ll review this comment.' }
  }),

  route(getAdminComments, (filter, { db, shop }) => listForModeration(db, shop.configId, filter)),

  route(getAdminComment, async ({ id }, { db, shop }) => {
    const { data } = await listForModeration(db, shop.configId, { page: 1, limit: 1, sort: 'newest', id })
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

/** Runs work in a transaction for the signed-in caller. */
function asCaller<T>({ db, caller }: RequestContext, work: (tx: Transaction, userId: number) => Promise<T>) {
  if (!caller) throw notSignedIn()
  const { userId } = caller
  return db.transaction().execute((tx) => work(tx, userId))
}

async function requireComment(tx: Transaction, configId: number, id: number) {
  const comment = await findComment(tx, configId, id)
  if (!comment) throw commentNotFound()
  return comment
}
