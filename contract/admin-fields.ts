import { z } from 'zod'
import { flag, id, slug } from './fields.ts'

/** Ids in their new order. Other rows keep their place. */
export const orderInput = z.strictObject({
  ids: z
    .array(id)
    .min(1, 'Enter at least one id')
    .max(1000, 'At most 1,000 at once')
    .refine((ids) => new Set(ids).size === ids.length, 'Enter each id once'),
})

/** The id of the row that takes over everything that uses the deleted one. */
export const moveTo = id
  .optional()
  .describe('takes over everything that uses the deleted row; without it 409 `in_use`')

/** A chosen slug; an empty one means no change. */
export const optionalSlug = z
  .union([slug, z.literal('')])
  .optional()
  .transform((value) => value || undefined)

/** A number of rows. */
export const count = z.number().int().min(0)

export const optionalFlag = flag.optional()

/** The answer of an endpoint that creates a row. */
export const created = z.object({ data: z.object({ id: z.number().int() }) })

/** A moment with its UTC offset, or null. Forms send an empty text for null. */
export const optionalMoment = z
  .union([z.iso.datetime({ offset: true, error: 'Enter a date and time' }), z.literal(''), z.null()])
  .transform((value) => (value ? new Date(value) : null))
  // PostgreSQL accepts fewer years than ISO 8601.
  .refine(
    (at) => !at || (at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000),
    'Enter a year from 1 to 9999',
  )
