import { z } from 'zod'

/** A whole number that may arrive as a numeric string, as forms and queries send it. */
const whole = (min: number, max: number, name: string) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,15}$/, `${name} must be a whole number`)], {
      error: `${name} must be a whole number`,
    })
    .transform(Number)
    .pipe(
      z
        .number()
        .int(`${name} must be a whole number`)
        .min(min, `${name} must be at least ${min}`)
        .max(max, `${name} is too large`),
    )

/** The id of a row: a positive 32-bit integer. */
export const id = whole(1, 2_147_483_647, 'An id')

/** An amount in major units with at most three decimals (499.5 is Rs. 499.50). */
export const amount = z
  .union([z.number(), z.string().regex(/^\d{1,10}(\.\d{1,3})?$/, 'A price must be a number')], {
    error: 'A price must be a number',
  })
  .transform(Number)
  .pipe(z.number().min(0, 'A price cannot be negative').max(10_000_000_000, 'A price cannot be that large'))

/** A percentage from 0 to 100 with at most two decimals. */
export const percent = z
  .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, 'A percentage must be a number')], {
    error: 'A percentage must be a number',
  })
  .transform(Number)
  .pipe(
    z
      .number()
      .min(0, 'A percentage is between 0 and 100')
      .max(100, 'A percentage is between 0 and 100')
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals'),
  )

/** Pieces in stock: a whole number from 0. */
export const pieces = whole(0, 1_000_000_000, 'Stock')

/** Weight of a piece. */
export const grams = whole(0, 1_000_000, 'Weight')

/** How many stars, of five. */
export const stars = whole(1, 5, 'A number of stars')

/** Yes or no, also as 0 and 1 or their texts. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], { error: 'Must be true or false' })
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

/** Pieces of one variant: 1 to 999. No fractions, no exponents. */
export const quantity = whole(1, 999, 'A quantity')

/** What a form may also send as a JSON text; an empty text is an empty list. */
export const jsonText = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    if (value.trim() === '') return []
    try {
      return JSON.parse(value) as unknown
    } catch {
      return value
    }
  }, schema) as unknown as z.ZodType<z.output<S>, z.input<S> | string>

/** Text without NUL and without halves of characters, which PostgreSQL cannot store. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters`)
    .refine(
      (value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
      'This text contains a character that cannot be stored',
    )

export const slug = text(120).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and single hyphens')

export const page = whole(1, 1_000_000, 'A page')
export const limit = whole(1, 100, 'A limit')

/** What every list of the dashboard takes beside its own filters; its answer has `data`, one page, and `total`. */
export const listing = {
  page: page.default(1),
  limit: limit.default(20),
  q: text(200).trim().optional().describe('search text'),
}

/** The latest change that the writer has seen of a record; a later one is refused with 409 `changed_meanwhile`. */
export const version = whole(0, Number.MAX_SAFE_INTEGER, 'A version')

/** A stored picture: its file name below the uploads path, its size in pixels, and what it shows. */
export const picture = z.object({
  file: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
})
export type Picture = z.infer<typeof picture>

/** A moment as ISO 8601 in UTC. */
export const moment = z.string().describe('ISO 8601, UTC')

/** A day in the time zone of the shop. */
export const day = z.iso.date('A day is written as 2026-11-21').describe('a day in the time zone of the shop')

/** Input of the calls that take nothing. Unknown fields are ignored. */
export const nothing = z.object({})
