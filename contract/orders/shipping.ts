import { z } from 'zod'
import { text } from '../fields.ts'

const short = text(60).trim().min(1, 'Enter a value')
const pincode = text(12)
  .trim()
  .regex(/^[A-Za-z0-9 -]{3,12}$/, 'A PIN code has 3 to 12 letters or digits')

/** An inclusive range of PIN codes. Both have the same length, so that they compare as text. */
const pincodes = z
  .strictObject({ from: pincode, to: pincode })
  .refine(({ from, to }) => from.length === to.length && from <= to, {
    message: 'Enter the range from lowest to highest, with the same length',
  })

/** Delivery charges by upper limit; the last step has none. */
const stepsOf = (limit: z.ZodType<number>, amount: z.ZodType<number>) =>
  z
    .array(z.strictObject({ upTo: limit.nullable(), amount }))
    .min(1, 'Add at least one step')
    .max(20, 'Up to 20 steps')
    .refine(
      (steps) =>
        steps.every(({ upTo }, at) => {
          const before = steps[at - 1]?.upTo ?? 0
          return at === steps.length - 1 ? upTo === null : upTo !== null && upTo > before
        }),
      'Limits must increase; the last step has no limit',
    )

/** Kilograms with gram precision. */
const kilograms = z.number().min(0.001).max(10_000).multipleOf(0.001, 'Use at most three decimals')

/** A shipping zone; the first one that matches applies. `amount`: major units on the wire, minor units in storage. */
export const zoneWith = (amount: z.ZodType<number>) =>
  z.strictObject({
    name: short,
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'Use a two-letter country code, e.g. IN'))
      .min(1, 'Add at least one country')
      .max(250),
    states: z.array(short).max(100).describe('empty: all'),
    pincodes: z.array(pincodes).max(200).describe('empty: all'),
    rate: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('flat'), amount }),
      z.strictObject({ kind: z.literal('weight'), steps: stepsOf(kilograms, amount) }),
      z.strictObject({ kind: z.literal('amount'), steps: stepsOf(amount, amount) }),
    ]),
    freeFrom: amount.nullable().describe('value of the items from which delivery is free; null: never'),
  })
export type ShippingZone = z.output<ReturnType<typeof zoneWith>>

/** All zones of a shop; each name is unique. */
export const zonesWith = (amount: z.ZodType<number>) =>
  z
    .array(zoneWith(amount))
    .max(50, 'Up to 50 zones')
    .refine(
      (zones) => new Set(zones.map(({ name }) => name.toLowerCase())).size === zones.length,
      'Each zone needs its own name',
    )
