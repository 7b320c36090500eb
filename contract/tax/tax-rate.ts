import { z } from 'zod'
import { day, text } from '../fields.ts'

/** The class of gift cards: they have no tax, because it is due when they pay. A product with it is a gift card. */
export const giftCardClass = 'gift_card'

/** The classes that every shop has. A shop adds its own for goods with other rates. */
export const taxClasses = [
  { code: 'standard', name: 'Standard' },
  { code: 'reduced', name: 'Reduced' },
  { code: 'zero', name: 'Zero-rated' },
  { code: 'exempt', name: 'Exempt' },
  { code: 'apparel', name: 'Apparel' },
  { code: giftCardClass, name: 'Gift card' },
] as const

export const taxClassCode = text(40)
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9_-]*$/, 'Use small letters, digits, - and _')

/** A class that the shop has added. */
export const ownTaxClass = z.strictObject({
  code: taxClassCode.refine((code) => !taxClasses.some((known) => known.code === code), {
    error: 'This class exists already',
  }),
  name: text(60).trim().min(1, 'Enter a name'),
})
export type OwnTaxClass = z.output<typeof ownTaxClass>

export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code, e.g. IN')

/** The percentage of a tax class at a place, in a price band, between two days. `amount`: minor units, or major in the API. */
export const taxRateOf = (amount: z.ZodNumber) =>
  z
    .strictObject({
      class: taxClassCode,
      country: countryCode,
      state: text(60).trim().default('').describe('code or name; empty: the whole country'),
      postalFrom: text(12).trim().toUpperCase().default('').describe('empty: all postal codes'),
      postalTo: text(12).trim().toUpperCase().default(''),
      over: amount.nullable().default(null).describe('price of a unit without tax, above it; null: from 0'),
      upTo: amount.nullable().default(null).describe('price of a unit without tax, at most; null: any'),
      percent: z
        .number('Enter a percentage')
        .min(0, 'Enter a percentage from 0 to 100')
        .max(100, 'Enter a percentage from 0 to 100')
        .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, {
          error: 'Use at most four decimals',
        }),
      from: day.nullable().default(null).describe('first day; null: always before `to`'),
      to: day.nullable().default(null).describe('last day; null: until further notice'),
    })
    .refine(({ from, to }) => from === null || to === null || from <= to, {
      path: ['to'],
      error: 'The last day is before the first',
    })
    .refine(({ over, upTo }) => upTo === null || upTo > (over ?? 0), {
      path: ['upTo'],
      error: 'The end of the price band must be above its beginning',
    })
    .refine(
      ({ postalFrom: from, postalTo: to }) =>
        (from === '') === (to === '') && from.length === to.length && from <= to,
      { path: ['postalTo'], error: 'Enter the first and the last postal code, both of the same length' },
    )

/** As the shop stores it: amounts in minor units. */
export type TaxRate = z.output<ReturnType<typeof taxRateOf>>
