import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, listing, moment, text } from './fields.ts'

const entryId = z.coerce.number().int().min(1, 'An id must be at least 1').max(Number.MAX_SAFE_INTEGER)
const noun = text(60).regex(/^[a-z_]+$/, 'Small letters and underscores')

/** One field of a change: what it was and what it became, a line each; of a picture the file name. Empty: nothing. */
export const fieldChange = z.object({
  field: z.string().describe('as revert takes it'),
  name: z.string().describe('in words'),
  pictures: z.boolean().describe('the lines are file names of pictures'),
  before: z.array(z.string()),
  after: z.array(z.string()),
  kept: z.string().nullable().describe('why a revert leaves it as it is'),
})
export type FieldChange = z.infer<typeof fieldChange>

export const journalEntry = z.object({
  id: z.number().int(),
  at: moment,
  actor: z.object({ id: z.number().int().nullable(), name: z.string() }),
  action: z.enum(['create', 'update', 'delete', 'revert']),
  did: z.enum(['create', 'update', 'delete']).describe('what it did, also where it was a revert'),
  subject: z.string().describe('product, content_page'),
  noun: z.string().describe('the subject in words'),
  subjectId: z.string(),
  name: z.string().describe('of the record, as it is called now or was called last'),
  changes: z.array(fieldChange),
  job: z.string().nullable().describe('shared by all that was done in one go'),
  jobSize: z.number().int().describe('how many entries the job has'),
  reverts: z.number().int().nullable().describe('the entry that this one took back'),
  revertedBy: z
    .number()
    .int()
    .nullable()
    .describe('the latest entry that took back this one, or a part of it'),
  refusal: z.string().nullable().describe('why the caller cannot revert it; null where they can'),
})
export type JournalEntry = z.infer<typeof journalEntry>

export const getAudit = endpoint({
  method: 'GET',
  path: 'admin/audit',
  audience: 'staff',
  summary:
    'What was changed in the dashboard, the newest first: all of it for who may work on staff, else what one may work on',
  input: z.strictObject({
    ...listing,
    actor: z.coerce
      .number()
      .int()
      .min(0)
      .max(2_147_483_647)
      .optional()
      .describe('id of a user; 0: the shop itself'),
    subject: noun.optional(),
    subjectId: text(100).optional(),
    action: z.enum(['create', 'update', 'delete', 'revert']).optional(),
    job: z.uuid().optional(),
    from: day.optional(),
    to: day.optional(),
    sort: z.enum(['newest']).default('newest'),
  }),
  answer: z.object({
    data: z.array(journalEntry),
    total: z.number().int().describe('exact up to 1,000'),
    capped: z.boolean().describe('there are more than the total says'),
  }),
})

export const getAuditFilters = endpoint({
  method: 'GET',
  path: 'admin/audit/filters',
  audience: 'staff',
  summary: 'Who has changed anything, and what can be changed, as far as one may see it',
  input: z.strictObject({}),
  answer: z.object({
    data: z.object({
      actors: z.array(z.object({ id: z.number().int().describe('0: the shop itself'), name: z.string() })),
      subjects: z.array(z.object({ subject: z.string(), noun: z.string() })),
    }),
  }),
})

export const revertAudit = endpoint({
  method: 'POST',
  path: 'admin/audit/revert',
  audience: 'staff',
  summary:
    'Takes back an entry, some of its fields, or a whole job; 409 changed_since where that would overwrite later changes',
  input: z
    .strictObject({
      entry: entryId.optional(),
      job: z.uuid().optional(),
      fields: z.array(text(100)).min(1).max(100).optional().describe('of the entry; absent: all of them'),
      overwrite: z
        .array(text(200))
        .max(10_000)
        .default([])
        .describe('paths of the issues of a 409 that the caller has seen and wants to overwrite'),
      leave: z
        .boolean()
        .default(false)
        .describe('leaves what was changed since as it is, and reverts the rest'),
    })
    .refine(({ entry, job }) => (entry === undefined) !== (job === undefined), {
      error: 'Either an entry or a job is reverted',
      path: ['entry'],
    })
    .refine(({ job, fields }) => job === undefined || fields === undefined, {
      error: 'Fields are those of one entry',
      path: ['fields'],
    }),
  answer: z.object({
    data: z.object({
      records: z.number().int().describe('that were changed'),
      left: z.number().int().describe('fields that were left as they are'),
    }),
  }),
})
