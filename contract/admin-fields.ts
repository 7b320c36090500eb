import { z } from 'zod'
import { flag, id, slug } from './fields.ts'

/** The most bytes of a picture that staff uploads. */
export const pictureBytes = 20 * 1024 * 1024

/** Ids in their new order. What is not named keeps its place. */
export const orderInput = z.strictObject({
  ids: z
    .array(id)
    .min(1, 'An order names at least one')
    .max(1000, 'At most 1,000 at once')
    .refine((ids) => new Set(ids).size === ids.length, 'An order names each once'),
})

/** Of something that is to be deleted: the id of its neighbour that takes what it holds. */
export const moveTo = id.optional().describe('takes over what uses it; without it 409 `in_use`')

/** An address of one's own choosing; an empty one leaves it as it is. */
export const optionalSlug = z
  .union([slug, z.literal('')])
  .optional()
  .transform((value) => value || undefined)

/** How much of it there is, beside a row of a list. */
export const count = z.number().int().min(0)

/** A yes or no that may be left out. */
export const optionalFlag = flag.optional()

/** What answers a creation. */
export const created = z.object({ data: z.object({ id: z.number().int() }) })

/** A moment with its offset from UTC; nothing, which forms send as an empty text, is no limit. */
export const limitInTime = z
  .union([z.iso.datetime({ offset: true, error: 'This is not a moment in time' }), z.literal(''), z.null()])
  .transform((value) => (value ? new Date(value) : null))
  // The database's calendar ends sooner than the text's.
  .refine(
    (at) => !at || (at.getUTCFullYear() > 0 && at.getUTCFullYear() < 10_000),
    'This year is too far away',
  )
