import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, id, listing, stars, text, version } from '../fields.ts'
import { comment } from './comment.ts'

/** What shoppers write on a product. Questions and answers are moderated like comments. */
const commentKinds = ['comment', 'question', 'answer'] as const

export const reportedComment = comment.extend({
  kind: z.enum(commentKinds),
  product_id: z.number().int(),
  productname: z.string(),
  status: z.enum(['visible', 'pending', 'hidden']),
  reports: z.array(z.string()).describe('the reasons of the reports'),
  version: z.number().int(),
})
export type ReportedComment = z.infer<typeof reportedComment>

/** `urgent`: reported ones that are still visible, then the newest. */
export const moderationSorts = ['urgent', 'newest', 'oldest'] as const

export const getAdminComments = endpoint({
  method: 'GET',
  path: 'admin/comments',
  audience: 'staff:content',
  summary: 'All comments, questions and answers, by default reported ones first',
  input: z.strictObject({
    ...listing,
    status: z.enum(['visible', 'pending', 'hidden']).optional(),
    reported: flag.optional(),
    answered: flag.optional(),
    kind: z.enum(commentKinds).optional(),
    stars: stars.optional(),
    photos: flag.optional().describe('true: with photos; false: without'),
    sort: z.enum(moderationSorts).default('urgent'),
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
