import { z } from 'zod'
import { text } from './fields.ts'

const short = text(60).trim().min(1, 'This must not be empty')
const pincode = text(12)
  .trim()
  .regex(/^[A-Za-z0-9 -]{3,12}$/, 'A PIN code has 3 to 12 letters or digits')

/** From one PIN code to another, both included. The same length, so that they can be compared as texts. */
const pincodes = z
  .strictObject({ from: pincode, to: pincode })
  .refine(({ from, to }) => from.length === to.length && from <= to, {
    message: 'The first PIN code must not be after the last one, and both have the same length',
  })

/** What a delivery up to so much costs; the last step has no limit. */
const stepsOf = (limit: z.ZodType<number>, amount: z.ZodType<number>) =>
  z
    .array(z.strictObject({ upTo: limit.nullable(), amount }))
    .min(1, 'At least one step is needed')
    .max(20, 'At most 20 steps')
    .refine(
      (steps) =>
        steps.every(({ upTo }, at) => {
          const before = steps[at - 1]?.upTo ?? 0
          return at === steps.length - 1 ? upTo === null : upTo !== null && upTo > before
        }),
      'Each step reaches further than the one before, and the last one has no limit',
    )

/** Kilograms, down to the gram. */
const kilograms = z.number().min(0.001).max(10_000).multipleOf(0.001, 'Grams are the smallest unit')

/**
 * Where a delivery goes, and what it costs there. Of several zones the first that fits is used. `amount` is the schema of
 * money: major units on the wire, minor units where it is stored.
 */
export const zoneWith = (amount: z.ZodType<number>) =>
  z.strictObject({
    name: short,
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'A country is named by its two letters, such as IN'))
      .min(1, 'A zone needs a country')
      .max(250),
    states: z.array(short).max(100).describe('none: all of them'),
    pincodes: z.array(pincodes).max(200).describe('none: all of them'),
    rate: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('flat'), amount }),
      z.strictObject({ kind: z.literal('weight'), steps: stepsOf(kilograms, amount) }),
      z.strictObject({ kind: z.literal('amount'), steps: stepsOf(amount, amount) }),
    ]),
    freeFrom: amount.nullable().describe('value of the goods from which delivery is free; null: never'),
  })
export type ShippingZone = z.output<ReturnType<typeof zoneWith>>

/** All zones of a shop, each with a name of its own. */
export const zonesWith = (amount: z.ZodType<number>) =>
  z
    .array(zoneWith(amount))
    .max(50, 'At most 50 zones')
    .refine(
      (zones) => new Set(zones.map(({ name }) => name.toLowerCase())).size === zones.length,
      'Each zone needs a name of its own',
    )
