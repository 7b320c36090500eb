import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, id, limit, MAX_IMAGE_BYTES, moment, page, stars, text } from '../fields.ts'

export const photo = z.object({ file: z.string(), width: z.number().int(), height: z.number().int() })
export type Photo = z.infer<typeof photo>

export const comment = z.object({
  id: z.number(),
  user: z.string(),
  username: z.string().describe('the same as user'),
  user_id: z.number().int().nullable().describe('id of the author, who may edit it'),
  comment: z.string(),
  rating: z.number().int().nullable(),
  bought: z.boolean().describe('whether the author bought the product here and it was delivered'),
  variantid: z.number().int().nullable().describe('the variant that the author bought'),
  options: z.record(z.string(), z.string()).describe('options of that variant: { "Colour": "Sage" }'),
  photos: z.array(photo),
  helpful: z.number().int().describe('number of people who found it helpful'),
  edited: z.boolean(),
  created_at: moment,
  answer: z.object({ text: z.string(), answered_at: moment }).nullable().describe('the shop’s reply'),
})
export type Comment = z.infer<typeof comment>

/** How the ratings of a product are spread. Comments without stars count in `comments` only. */
export const ratingSummary = z.object({
  average: z.number().nullable().describe('of the comments with stars, one decimal'),
  ratings: z.number().int().describe('number of comments with stars'),
  comments: z.number().int().describe('number of all comments'),
  stars: z
    .array(z.object({ stars: z.number().int(), count: z.number().int() }))
    .describe('from 5 stars to 1'),
  variants: z
    .array(z.object({ variantid: z.number().int(), count: z.number().int() }))
    .describe('the variants that authors bought'),
})
export type RatingSummary = z.infer<typeof ratingSummary>

export const commentSorts = ['newest', 'helpful', 'highest', 'lowest'] as const

export const getComments = endpoint({
  method: 'POST',
  path: 'comment/getComments',
  audience: 'public',
  summary: 'The comments on a product, newest first, 20 a page',
  input: z.object({
    product_id: id,
    page: page.default(1),
    limit: limit.default(20),
    sort: z.enum(commentSorts).default('newest'),
    stars: stars.optional().describe('only comments with this many stars'),
    variantid: id.optional().describe('only comments of people who bought this variant'),
  }),
  answer: z.object({ data: z.array(comment), total: z.number().int(), summary: ratingSummary }),
  cache: { product: (input) => input.product_id },
})

/** Plain text: links in it are not active. */
export const commentText = text(2000).trim().min(1, 'Please write a comment')
const rating = z
  .literal([1, 2, 3, 4, 5, '1', '2', '3', '4', '5'], { error: 'Choose 1 to 5 stars' })
  .transform(Number)
  .nullish()

/** How long authors may edit or delete a comment. */
export const commentEditMinutes = 15

export const MAX_PHOTOS = 4

export const postComment = endpoint({
  method: 'POST',
  path: 'comment/postComment',
  audience: 'customer',
  takesIdempotencyKey: true,
  summary: 'Posts a comment on a product, up to 10 an hour; multipart with up to 4 photos of 20 MB',
  input: z.object({ user_id: id.nullish(), product_id: id, comment: commentText, rating }),
  files: { photos: { maxBytes: MAX_IMAGE_BYTES, many: true } },
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

export const voteForComment = endpoint({
  method: 'PUT',
  path: 'comments/:id/helpful',
  audience: 'customer',
  summary: 'Finds a comment of someone else helpful, or no longer; repeating it changes nothing',
  input: z.strictObject({ id, helpful: flag }),
  answer: z.object({ data: z.object({ helpful: z.number().int() }) }),
})

export const getOwnVotes = endpoint({
  method: 'GET',
  path: 'comments/votes',
  audience: 'customer',
  summary: 'Which comments on a product the caller finds helpful, and whether the caller may rate and answer',
  input: z.strictObject({ product_id: id }),
  answer: z.object({
    data: z.object({
      helpful: z.array(z.number().int()).describe('ids of comments'),
      rated: z.boolean().describe('the caller has rated the product'),
      bought: z.boolean().describe('the product was delivered to the caller'),
    }),
  }),
})
