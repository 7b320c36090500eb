import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day, listing, moment, text } from '../fields.ts'

const entryId = z.coerce.number().int().min(1, 'An id must be at least 1').max(Number.MAX_SAFE_INTEGER)
const nouns = text(200).regex(
  /^[a-z_]+(,[a-z_]+)*$/,
  'Use lowercase letters and underscores, and commas between several',
)

/** A changed field with its values as lines of text; for images, file names. An empty value has no lines. */
export const fieldChange = z.object({
  field: z.string().describe('as undo takes it'),
  name: z.string().describe('the label'),
  images: z.boolean().describe('the lines are file names of images'),
  before: z.array(z.string()),
  after: z.array(z.string()),
  undoRefusal: z.string().nullable().describe('why undo leaves it unchanged'),
})
export type FieldChange = z.infer<typeof fieldChange>

export const auditEntry = z.object({
  id: z.number().int(),
  at: moment,
  actor: z.object({ id: z.number().int().nullable(), name: z.string() }),
  action: z.enum(['create', 'update', 'delete', 'undo']),
  effect: z.enum(['create', 'update', 'delete']).describe('what it did to the record, also as an undo'),
  subject: z.string().describe('product, content_page'),
  noun: z.string().describe('the label of the subject'),
  subjectId: z.string(),
  name: z.string().describe('the current or last known name of the record'),
  changes: z.array(fieldChange),
  job: z.string().nullable().describe('shared by all entries of a bulk change'),
  jobSize: z.number().int().describe('how many entries the job has'),
  undoes: z.number().int().nullable().describe('the entry that this one undid'),
  undoneBy: z.number().int().nullable().describe('the latest entry that undid this one or a part of it'),
  undoRefusal: z.string().nullable().describe('why the caller cannot undo it; null if they can'),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const getAudit = endpoint({
  method: 'GET',
  path: 'admin/audit',
  audience: 'staff',
  summary:
    'Changes made in the dashboard, newest first. Without the permission `staff`, only nouns that the caller may edit',
  input: z.strictObject({
    ...listing,
    actor: z.coerce
      .number()
      .int()
      .min(0)
      .max(2_147_483_647)
      .optional()
      .describe('id of a user; 0: the shop itself'),
    subject: nouns.optional().describe('a noun, or several with commas'),
    subjectId: text(100).optional(),
    action: z.enum(['create', 'update', 'delete', 'undo']).optional(),
    job: z.uuid().optional(),
    from: day.optional(),
    to: day.optional(),
    sort: z.enum(['newest']).default('newest'),
  }),
  answer: z.object({
    data: z.array(auditEntry),
    total: z.number().int().describe('exact up to 1,000'),
    capped: z.boolean().describe('whether there are more than the total'),
  }),
})

export const getAuditFilters = endpoint({
  method: 'GET',
  path: 'admin/audit/filters',
  audience: 'staff',
  summary: 'The people and nouns of the visible entries',
  input: z.strictObject({}),
  answer: z.object({
    data: z.object({
      actors: z.array(z.object({ id: z.number().int().describe('0: the shop itself'), name: z.string() })),
      subjects: z.array(z.object({ subject: z.string(), noun: z.string() })),
    }),
  }),
})

export const undoAudit = endpoint({
  method: 'POST',
  path: 'admin/audit/undo',
  audience: 'staff',
  timing: 'bulk',
  summary:
    'Undoes an entry, some of its fields, or a whole job. 409 undo_conflict if that would overwrite later changes',
  input: z
    .strictObject({
      entry: entryId.optional(),
      job: z.uuid().optional(),
      fields: z.array(text(100)).min(1).max(100).optional().describe('of the entry; absent: all'),
      overwrite: z
        .array(text(200))
        .max(10_000)
        .default([])
        .describe('paths of the issues of a 409, for the fields to overwrite'),
      skipConflicts: z
        .boolean()
        .default(false)
        .describe('keeps fields that changed later and undoes the rest'),
    })
    .refine(({ entry, job }) => (entry === undefined) !== (job === undefined), {
      error: 'Name either an entry or a job',
      path: ['entry'],
    })
    .refine(({ job, fields }) => job === undefined || fields === undefined, {
      error: 'A job cannot be limited to fields',
      path: ['fields'],
    }),
  answer: z.object({
    data: z.object({
      records: z.number().int().describe('number of records changed'),
      skipped: z.number().int().describe('number of fields that were kept because they changed later'),
    }),
  }),
})
