import { z } from 'zod'
import { visibleText } from './visible-text.ts'
import { MAX_QUANTITY } from './cart/max-quantity.ts'

/** A whole number, or its text as forms and query strings send it. */
export const whole = (min: number, max: number, name: string) =>
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

/** A whole number of a JSON body, for settings. */
export const wholeNumber = (min: number, max: number) =>
  z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(min, `Enter at least ${min}`)
    .max(max, `Enter at most ${max}`)

/** The id of a row: a positive 32-bit integer. */
export const id = whole(1, 2_147_483_647, 'An id')

/** An amount in major units with at most three decimals (499.5 is Rs. 499.50). */
export const amount = z
  .union([z.number(), z.string().regex(/^\d{1,10}(\.\d{1,3})?$/, 'Enter a price of 0 or more')], {
    error: 'Enter a price of 0 or more',
  })
  .transform(Number)
  .pipe(z.number().min(0, 'Enter a price of 0 or more').max(10_000_000_000, 'This price is too high'))

/** The total of an order in major units; far above the prices of its items. */
export const totalAmount = z
  .union([z.number(), z.string().regex(/^\d{1,16}(\.\d{1,3})?$/, 'Enter an amount of 0 or more')], {
    error: 'Enter an amount of 0 or more',
  })
  .transform(Number)
  .pipe(
    z
      .number()
      .min(0, 'Enter an amount of 0 or more')
      .max(2 ** 52, 'This amount is too large'),
  )

/** A percentage from 0 to 100 with at most two decimals. */
export const percent = z
  .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, 'Enter a percentage from 0 to 100')], {
    error: 'Enter a percentage from 0 to 100',
  })
  .transform(Number)
  .pipe(
    z
      .number()
      .min(0, 'Enter a percentage from 0 to 100')
      .max(100, 'Enter a percentage from 0 to 100')
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals'),
  )

/** A stock quantity: a whole number from 0. */
export const unitsInStock = whole(0, 1_000_000_000, 'Stock')

/** The packed weight of one unit. */
export const grams = whole(0, 1_000_000, 'Weight')

/** A rating from 1 to 5. */
export const stars = whole(1, 5, 'A number of stars')

/** A boolean; 0, 1 and their texts are accepted too. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])], { error: 'Must be true or false' })
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

/** The ordered quantity of one variant: 1 to 999, without fractions and exponents. */
export const quantity = whole(1, MAX_QUANTITY, 'A quantity')

/** A value that forms may also send as JSON text; an empty text becomes an empty list. */
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

/** As the schema, with this value for an empty form field. */
export const emptied = <S extends z.ZodType, V extends null | undefined>(schema: S, value: V) =>
  z.preprocess((sent) => (sent === '' ? value : sent), schema) as unknown as z.ZodType<
    z.output<S>,
    z.input<S> | ''
  >

/** A value, or null for an empty form field. */
export const orNull = <S extends z.ZodType>(schema: S) => emptied(schema.nullable(), null)

/** Text without NUL and lone surrogates, which PostgreSQL cannot store. */
const storableText = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters`)
    .refine(
      (value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
      'This text contains an unsupported character',
    )

/** Text that people type: what shows nothing is empty, see `visibleText`. */
export const text = (max: number) => storableText(max).overwrite(visibleText)

/** A password, unchanged. */
export const secretText = (max: number) => storableText(max)

export const slug = text(120).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Use lowercase letters, digits and single hyphens',
)

export const page = whole(1, 1_000_000, 'A page')
export const limit = whole(1, 100, 'A limit')

/** Input of every dashboard list beside its own filters; the answer has one page as `data`, and `total`. */
export const listing = {
  page: page.default(1),
  limit: limit.default(20),
  q: text(200).trim().optional().describe('search text'),
}

/** The version of a record that the writer has seen. A later change causes 409 `version_conflict`. */
export const version = whole(0, Number.MAX_SAFE_INTEGER, 'A version')

/** The size limit of an image that staff upload. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024

/** A stored image: file name below the uploads path, size in pixels and alt text. */
export const image = z.object({
  file: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
})
export type Image = z.infer<typeof image>

/** A moment as ISO 8601 in UTC. */
export const moment = z.string().describe('ISO 8601, UTC')

/** A calendar day in the time zone of the shop. */
export const day = z.iso.date('Enter a day like 2026-11-21').describe('a day in the time zone of the shop')

/** Input of endpoints without parameters. Unknown fields are ignored. */
export const nothing = z.object({})
