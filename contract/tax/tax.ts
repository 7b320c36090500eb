import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { amount, day, flag, nothing, text, version } from '../fields.ts'
import { countryCode, taxClassCode, taxRateOf } from './tax-rate.ts'
import { taxRateFields, withRateRules } from './tax-settings.ts'

const major = z.number('Enter an amount').min(0, 'Enter an amount of 0 or more').max(10_000_000_000)

const taxClass = z.object({ code: z.string(), name: z.string() })

const foundRate = z.object({
  rate: z.number().describe('percent'),
  why: z.string().describe('the sentence that orders and invoices keep'),
})

export const getTaxRate = endpoint({
  method: 'GET',
  path: 'admin/tax/rate',
  audience: 'staff:settings',
  summary: 'The tax rate of a class at a place, for a price, on a day, and why',
  input: z.strictObject({
    class: taxClassCode,
    country: text(2).trim().toUpperCase().pipe(countryCode),
    state: text(60).trim().default(''),
    postal: text(12).trim().default(''),
    price: amount.default(0).describe('major units of one unit, without tax and after discounts'),
    day: day.optional().describe('absent: today'),
  }),
  answer: z.object({
    data: foundRate.extend({
      charged: foundRate
        .extend({
          parts: z.array(z.object({ name: z.string(), rate: z.number() })).describe('such as CGST and SGST'),
          note: z.string().describe('the sentence for the invoice; empty: none'),
        })
        .describe('what this shop charges there: exports, for example, are not taxed'),
    }),
  }),
})

const preset = z.object({
  name: z.string(),
  source: z.string(),
  url: z.string(),
  asOf: z.string().describe('the day from which the preset is right'),
  currency: z.string().describe('of the price bands'),
  note: z.string().describe('what has to be checked'),
  rates: z.array(taxRateOf(major)),
})

/** The form of the shop's own rates and classes; amounts in major units. */
export const taxRatesInput = withRateRules(taxRateFields(major))
export type TaxRatesInput = z.output<typeof taxRatesInput>

export const getTaxRates = endpoint({
  method: 'GET',
  path: 'admin/tax/rates',
  audience: 'staff:settings',
  summary: "The shop's own tax rates and classes, and the presets that apply where it has none",
  input: nothing.strict(),
  answer: z.object({
    data: taxRateFields(major).extend({
      version: z.number().int(),
      presets: z.array(preset),
      allClasses: z.array(taxClass).describe('the built-in ones that have rates, and those of the shop'),
    }),
  }),
})
export type TaxRates = z.output<typeof getTaxRates.answer>['data']

export const saveTaxRates = endpoint({
  method: 'PUT',
  path: 'admin/tax/rates',
  audience: 'staff:settings',
  summary: "Replaces the shop's own tax rates and classes",
  input: withRateRules(
    taxRateFields(major).extend({
      confirmed: flag.default(false).describe('also if rates change for days that have orders already'),
      version: version.optional(),
    }),
  ),
  answer: z.object({}),
})

/** The classes to choose from on products and categories. */
export const getTaxClasses = endpoint({
  method: 'GET',
  path: 'admin/tax/classes',
  audience: 'staff:catalog',
  summary: 'The tax classes that products and categories can have',
  input: nothing.strict(),
  answer: z.object({ data: z.array(taxClass) }),
})

export const taxEndpoints = [getTaxRate, getTaxRates, saveTaxRates, getTaxClasses] as const
