import { z } from 'zod'
import { flag, text } from '../fields.ts'
import { rateTableIssues } from './rate-table.ts'
import { countryCode, giftCardClass, ownTaxClass, taxClassCode, taxRateOf } from './tax-rate.ts'

const MAX_RATES = 1000

/** How the shop charges tax. */
export const taxSettings = z.strictObject({
  prices_include: flag.describe('whether catalog prices include tax'),
  country: countryCode.describe('where the business is registered'),
  state: text(60)
    .trim()
    .describe('state of the business in the USA; in India the state of the invoice settings counts'),
  postal: text(12)
    .trim()
    .toUpperCase()
    .describe('postal code of the business; tells territories with a VAT of their own, such as Livigno'),
  default_class: z
    .union([
      z.literal(''),
      taxClassCode.refine((code) => code !== giftCardClass, { error: 'Choose a class of goods' }),
    ])
    .nullable()
    .describe(
      'class of products without class and percentage of their own; empty: no tax; null: `standard` once the seller has a number of its tax registration, no tax before',
    ),
  delivery: z
    .enum(['share', 'highest', 'none'])
    .describe('tax on delivery: at the rates of the goods by value, at the highest of them, or none'),
  prices_fixed: flag.describe(
    'whether prices with tax are the same for each destination; otherwise the tax of the destination replaces that of the shop',
  ),
  rounding: z
    .enum(['country', 'line', 'rate'])
    .describe(
      'where prices have no tax: each line is rounded, or each rate once (EN 16931); `country`: rate in the EU and the United Kingdom, otherwise line',
    ),
  eu_sales: z
    .enum(['origin', 'destination'])
    .describe(
      'sales to consumers in other EU states: below €10,000 a year at origin, above it at destination (OSS)',
    ),
  us_sourcing: z.enum(['origin', 'destination']).describe('sales within the own state of the USA'),
  registered: z
    .array(z.string().regex(/^([A-Z]{2}|US-[A-Z]{2})$/, 'Use codes like GB or US-CA'))
    .max(250)
    .describe(
      'further places where the shop is registered and charges tax: countries, and states of the USA',
    ),
  reverse_charge: flag.describe(
    'charge no VAT to businesses in other EU states that enter a valid VAT number',
  ),
})

export type TaxSettings = z.output<typeof taxSettings>

/** The fields of `withRateRules`, with amounts in major or minor units. */
export const taxRateFields = (amount: z.ZodNumber) =>
  z.strictObject({
    classes: z.array(ownTaxClass).max(50, 'Use at most 50 classes of your own'),
    rates: z
      .array(taxRateOf(amount))
      .max(MAX_RATES, `Enter at most ${MAX_RATES} rates`)
      .describe('replace the preset of their country'),
  })

/** Adds the rules that rates neither overlap nor leave gaps, and that classes have different codes. */
export const withRateRules = <S extends z.ZodType<z.output<ReturnType<typeof taxRateFields>>>>(
  schema: S,
): S =>
  schema.superRefine(({ classes, rates }, context) => {
    for (const { path, message } of rateTableIssues(rates))
      context.addIssue({ code: 'custom', path: ['rates', ...path], message })
    const codes = classes.map(({ code }) => code)
    codes.forEach((code, index) => {
      if (codes.indexOf(code) < index)
        context.addIssue({
          code: 'custom',
          path: ['classes', index, 'code'],
          message: 'This class exists already',
        })
    })
  })
