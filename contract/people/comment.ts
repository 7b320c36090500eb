import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, id, limit, listing, moment, page, text, version } from '../fields.ts'

export const comment = z.object({
  id: z.number(),
  user: z.string(),
  username: z.string().describe('the same as user'),
  user_id: z.number().int().nullable().describe('id of the author, who may edit it'),
  comment: z.string(),
  rating: z.number().int().nullable(),
  bought: z.boolean().describe('whether the author bought the product here'),
  edited: z.boolean(),
  created_at: moment,
  answer: z.object({ text: z.string(), answered_at: moment }).nullable().describe('the shop’s reply'),
})
export type Comment = z.infer<typeof comment>

export const getComments = endpoint({
  method: 'POST',
  path: 'comment/getComments',
  audience: 'public',
  summary: 'The comments on a product, newest first, 20 a page',
  input: z.object({ product_id: id, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({ data: z.array(comment), total: z.number().int() }),
  cache: { product: (input) => input.product_id },
})

/** Plain text: links in it are not active. */
const commentText = text(2000).trim().min(1, 'Please write a comment')
const rating = z
  .literal([1, 2, 3, 4, 5, '1', '2', '3', '4', '5'], { error: 'Choose 1 to 5 stars' })
  .transform(Number)
  .nullish()

/** How long authors may edit or delete a comment. */
export const commentEditMinutes = 15

export const postComment = endpoint({
  method: 'POST',
  path: 'comment/postComment',
  audience: 'customer',
  takesIdempotencyKey: true,
  summary: 'Posts a comment on a product, up to 10 an hour',
  input: z.object({ user_id: id.nullish(), product_id: id, comment: commentText, rating }),
  answer: z.object({ data: comment }),
})

export const updateComment = endpoint({
  method: 'PATCH',
  path: 'comments/:id',
  audience: 'customer',
  summary: 'Edits an own comment within 15 minutes',
  input: z.strictObject({ id, comment: commentText, rating }),
  answer: z.object({ data: comment }),
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: 'comments/:id',
  audience: 'customer',
  summary: 'Deletes an own comment within 15 minutes',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const reportComment = endpoint({
  method: 'POST',
  path: 'comments/:id/report',
  audience: 'customer',
  summary: 'Reports a comment to the shop',
  input: z.strictObject({ id, reason: text(500).trim().default('') }),
  answer: z.object({}),
})

export const reportedComment = comment.extend({
  product_id: z.number().int(),
  productname: z.string(),
  status: z.enum(['visible', 'pending', 'hidden']),
  reports: z.array(z.string()).describe('the reasons of the reports'),
  version: z.number().int(),
})
export type ReportedComment = z.infer<typeof reportedComment>

/** `urgent`: reported ones that are still visible, then the newest. */
export const commentSorts = ['urgent', 'newest', 'oldest'] as const

export const getAdminComments = endpoint({
  method: 'GET',
  path: 'admin/comments',
  audience: 'staff:content',
  summary: 'All comments, by default reported ones first',
  input: z.strictObject({
    ...listing,
    status: z.enum(['visible', 'pending', 'hidden']).optional(),
    reported: flag.optional(),
    answered: flag.optional(),
    sort: z.enum(commentSorts).default('urgent'),
  }),
  answer: z.object({ data: z.array(reportedComment), total: z.number().int() }),
})

export const getAdminComment = endpoint({
  method: 'GET',
  path: 'admin/comments/:id',
  audience: 'staff:content',
  summary: 'Reads one comment with its reports',
  input: z.strictObject({ id }),
  answer: z.object({ data: reportedComment }),
})

export const moderateComment = endpoint({
  method: 'PATCH',
  path: 'admin/comments/:id',
  audience: 'staff:content',
  summary: 'Hides or approves a comment, or replies to it; null removes the reply',
  input: z
    .strictObject({
      id,
      status: z.enum(['visible', 'hidden']).optional(),
      answer: text(2000).trim().min(1, 'Enter a reply').nullish(),
      version: version.optional(),
    })
    .refine(({ status, answer }) => status !== undefined || answer !== undefined, 'Choose a change'),
  answer: z.object({}),
})

export const moderateComments = endpoint({
  method: 'POST',
  path: 'admin/comments/bulk',
  audience: 'staff:content',
  timing: 'bulk',
  summary: 'Hides or approves comments, all or none',
  input: z.strictObject({
    ids: z.array(id).min(1, 'Choose at least one comment').max(100, 'Choose up to 100 comments'),
    status: z.enum(['visible', 'hidden']),
  }),
  answer: z.object({ data: z.object({ count: z.number().int() }) }),
})
