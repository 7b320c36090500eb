import { randomUUID } from 'node:crypto'
import {
  deleteComment,
  getAdminComments,
  getComments,
  moderateComment,
  moderateComments,
  postComment,
  reportComment,
  updateComment,
} from '#contract/comment.ts'
import type { Transaction } from '#server/db/connect.ts'
import { notSignedIn } from '#server/http/caller.ts'
import { once } from '#server/http/once.ts'
import { requireOwnId } from '#server/http/own-id.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { personalRoute, route, type RequestContext } from '#server/http/route.ts'
import { requireFewComments } from './author.writes.ts'
import { findComment, listComments } from './comment.queries.ts'
import { listForModeration } from './moderation.queries.ts'
import { addReport, moderate } from './moderation.writes.ts'
import { changeOwnComment, deleteOwnComment, noSuchComment, postOwnComment } from './own-comment.writes.ts'
import { tellStaff } from './tell-staff.ts'

export const commentRoutes = [
  route(getComments, ({ product_id, page, limit }, { db, shop }) =>
    listComments(db, shop.configId, product_id, { page, limit }),
  ),

  personalRoute(postComment, async ({ user_id, product_id: productId, comment, rating }, context) => {
    requireOwnId(context.caller, user_id)
    const { configId } = context.shop
    const { caller, limits, idempotencyKey: key } = context
    // Ten an hour are counted below; who deletes and posts again and again is stopped here.
    await limits.take(`comment:${configId}:${caller?.userId}`, { burst: 20, seconds: 180 })
    const data = await asCaller(context, async (tx, userId) => {
      const words = { productId, comment, rating }
      return once(tx, { configId, owner: `user:${userId}`, key, body: ['comment', words] }, async () => {
        if (limits.on) await requireFewComments(tx, configId, userId)
        const id = await postOwnComment(tx, configId, userId, words)
        await tellStaff(tx, context, 'comment_posted', id)
        return requireComment(tx, configId, id)
      })
    })
    return { data, message: 'Your comment is posted' }
  }),

  personalRoute(updateComment, async ({ id, ...words }, context) => {
    const { configId } = context.shop
    const data = await asCaller(context, async (tx, userId) => {
      await changeOwnComment(tx, configId, userId, id, words)
      return requireComment(tx, configId, id)
    })
    return { data, message: 'Your comment is changed' }
  }),

  personalRoute(deleteComment, async ({ id }, context) => {
    await asCaller(context, (tx, userId) => deleteOwnComment(tx, context.shop.configId, userId, id))
    return { message: 'Your comment is deleted' }
  }),

  personalRoute(reportComment, async ({ id, reason }, context) => {
    await asCaller(context, async (tx, userId) => {
      const isNew = await addReport(tx, context.shop.configId, userId, id, reason)
      if (isNew) await tellStaff(tx, context, 'comment_reported', id)
    })
    return { message: 'Thank you. We will look at this comment.' }
  }),

  route(getAdminComments, (filter, { db, shop }) => listForModeration(db, shop.configId, filter)),

  personalRoute(moderateComment, async ({ id, ...moderation }, context) => {
    await asStaff(context, (tx, write) => moderate(tx, write, id, moderation))
    const { status, answer } = moderation
    if (status) return { message: status === 'hidden' ? 'The comment is hidden' : 'The comment is shown' }
    return { message: answer === null ? 'The answer is removed' : 'The answer is shown' }
  }),

  personalRoute(moderateComments, async ({ ids, status }, context) => {
    // In one order, so that two who do this at once never wait for each other in a circle.
    const sorted = [...new Set(ids)].toSorted((a, b) => a - b)
    const job = randomUUID()
    await asStaff(context, async (tx, write) => {
      for (const id of sorted) await moderate(tx, { ...write, job }, id, { status })
    })
    const what = sorted.length === 1 ? 'One comment is' : `${sorted.length} comments are`
    return {
      data: { count: sorted.length },
      message: `${what} ${status === 'hidden' ? 'hidden' : 'shown'}`,
    }
  }),
]

/** Works in a transaction for who is signed in. */
function asCaller<T>({ db, caller }: RequestContext, work: (tx: Transaction, userId: number) => Promise<T>) {
  if (!caller) throw notSignedIn()
  const { userId } = caller
  return db.transaction().execute((tx) => work(tx, userId))
}

async function requireComment(tx: Transaction, configId: number, id: number) {
  const comment = await findComment(tx, configId, id)
  if (!comment) throw noSuchComment()
  return comment
}
