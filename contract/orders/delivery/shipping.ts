import { z } from 'zod'
import { day, flag, text, wholeNumber } from '../../fields.ts'

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

/** The name of an ISO weekday: 1 is Monday. */
export const weekdayName = (weekday: number) =>
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][weekday - 1] ?? ''

const workingDays = wholeNumber(0, 60)

/** Adds the rule that delivery ranges are in order. */
export const withDaysInOrder = <S extends z.ZodType<Days>>(schema: S): S =>
  schema
    .refine((set) => set.days_from <= set.days_to, { path: ['days_to'], error: daysOutOfOrder })
    .refine((set) => set.express_from <= set.express_to, { path: ['express_to'], error: daysOutOfOrder })

interface Days {
  days_from: number
  days_to: number
  express_from: number
  express_to: number
}

const daysOutOfOrder = 'The latest day can’t be before the earliest day'

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
    days: z
      .strictObject({ from: workingDays, to: workingDays })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: daysOutOfOrder })
      .nullable()
      .default(null)
      .describe('working days of standard delivery; null: those of the shop'),
    cash: flag.default(true).describe('whether cash on delivery is possible'),
  })
export type ShippingZone = z.output<ReturnType<typeof zoneWith>>

/** All zones of a shop; each name is unique. */
const zonesWith = (amount: z.ZodType<number>) =>
  z
    .array(zoneWith(amount))
    .max(50, 'Up to 50 zones')
    .refine(
      (zones) => new Set(zones.map(({ name }) => name.toLowerCase())).size === zones.length,
      'Each zone needs its own name',
    )

/** Rates, zones and delivery times. `amount`: major units on the wire, minor units in storage. */
export const shippingFields = (amount: z.ZodType<number>) =>
  z.strictObject({
    flat: amount.describe('the delivery rate without a matching zone'),
    free_from: amount.nullable().describe('order value for free delivery; null: never'),
    days_from: workingDays.describe('working days of standard delivery'),
    days_to: workingDays,
    express_amount: amount.nullable().describe('the express rate; null: not offered'),
    express_from: workingDays,
    express_to: workingDays,
    cutoff_hour: wholeNumber(0, 24).describe('orders placed before it are packed the same day'),
    weekdays: z
      .array(z.number().int().min(1).max(7))
      .min(1, 'Choose at least one day')
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'Choose each day once')
      .describe('working days; 1 is Monday'),
    holidays: z
      .array(day)
      .max(100, 'Up to 100 days off')
      .refine((days) => new Set(days).size === days.length, 'Add each day once')
      .describe('days off besides the other weekdays'),
    zones: zonesWith(amount),
  })
