import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, limit, listing, moment, page, text, version } from './fields.ts'

export const comment = z.object({
  id: z.number(),
  user: z.string(),
  username: z.string().describe('the same as user'),
  user_id: z
    .number()
    .int()
    .nullable()
    .describe('whose it is, so that its author can be offered to change it'),
  comment: z.string(),
  rating: z.number().int().nullable(),
  bought: z.boolean().describe('true where the author has bought the product here'),
  edited: z.boolean(),
  created_at: moment,
  answer: z
    .object({ text: z.string(), answered_at: moment })
    .nullable()
    .describe('what the shop says to it, under its own name'),
})
export type Comment = z.infer<typeof comment>

export const getComments = endpoint({
  method: 'POST',
  path: 'comment/getComments',
  audience: 'public',
  summary: 'What shoppers say about a product, newest first, 20 a page',
  input: z.object({ product_id: id, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({ data: z.array(comment), total: z.number().int() }),
  cache: { product: (input) => input.product_id },
})

/** Words of a shopper. Links in them are text. */
const words = text(2000).trim().min(1, 'A comment needs a few words')
const rating = z
  .literal([1, 2, 3, 4, 5, '1', '2', '3', '4', '5'], { error: 'A rating has 1 to 5 stars' })
  .transform(Number)
  .nullish()

/** For how long an author may change or delete a comment. */
export const commentEditMinutes = 15

export const postComment = endpoint({
  method: 'POST',
  path: 'comment/postComment',
  audience: 'customer',
  summary: 'Says something about a product, under the name of the account; 10 an hour',
  input: z.object({ user_id: id.nullish(), product_id: id, comment: words, rating }),
  answer: z.object({ data: comment }),
})

export const updateComment = endpoint({
  method: 'PATCH',
  path: 'comments/:id',
  audience: 'customer',
  summary: "Changes one's own comment, within 15 minutes",
  input: z.strictObject({ id, comment: words, rating }),
  answer: z.object({ data: comment }),
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: 'comments/:id',
  audience: 'customer',
  summary: "Deletes one's own comment, within 15 minutes",
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const reportComment = endpoint({
  method: 'POST',
  path: 'comments/:id/report',
  audience: 'customer',
  summary: 'Tells the shop that a comment should be looked at',
  input: z.strictObject({ id, reason: text(500).trim().default('') }),
  answer: z.object({}),
})

export const reportedComment = comment.extend({
  product_id: z.number().int(),
  productname: z.string(),
  status: z.enum(['visible', 'pending', 'hidden']),
  reports: z.array(z.string()).describe('what those who reported it say'),
  version: z.number().int(),
})
export type ReportedComment = z.infer<typeof reportedComment>

/** `urgent`: those that were reported and can still be seen, then the newest. */
export const commentSorts = ['urgent', 'newest', 'oldest'] as const

export const getAdminComments = endpoint({
  method: 'GET',
  path: 'admin/comments',
  audience: 'staff:content',
  summary: 'Comments, unless sorted otherwise those that were reported first, then the newest',
  input: z.strictObject({
    ...listing,
    id: id.optional(),
    status: z.enum(['visible', 'pending', 'hidden']).optional(),
    reported: flag.optional(),
    answered: flag.optional(),
    sort: z.enum(commentSorts).default('urgent'),
  }),
  answer: z.object({ data: z.array(reportedComment), total: z.number().int() }),
})

export const moderateComment = endpoint({
  method: 'PATCH',
  path: 'admin/comments/:id',
  audience: 'staff:content',
  summary: 'Hides a comment or shows it again, and answers it as the shop; null takes the answer away',
  input: z
    .strictObject({
      id,
      status: z.enum(['visible', 'hidden']).optional(),
      answer: text(2000).trim().min(1, 'An answer needs a few words').nullish(),
      version: version.optional(),
    })
    .refine(({ status, answer }) => status !== undefined || answer !== undefined, 'Nothing is to be changed'),
  answer: z.object({}),
})

export const moderateComments = endpoint({
  method: 'POST',
  path: 'admin/comments/bulk',
  audience: 'staff:content',
  summary: 'Hides comments or shows them again, all of them or none',
  input: z.strictObject({
    ids: z.array(id).min(1, 'Choose a comment').max(100, 'At most 100 comments at once'),
    status: z.enum(['visible', 'hidden']),
  }),
  answer: z.object({ data: z.object({ count: z.number().int() }) }),
})
