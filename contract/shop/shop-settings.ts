import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, nothing, text, version } from '../fields.ts'

const email = text(254)
  .trim()
  .regex(/^$|^[^@\s]+@[^@\s]+$/, 'Enter a valid email address')
  .describe('may be empty')

const timeZone = text(60).refine(isTimeZone, 'Unknown time zone')

/** An ISO 4217 code that Intl can format. */
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, e.g. INR')
  .refine(isCurrency, 'Unknown currency')

/** The formats for amounts and dates. The search analyses texts in the language. */
export const locales = [
  'en-IN',
  'hi-IN',
  'en-GB',
  'en-US',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'pt-PT',
  'ja-JP',
] as const

const shopInput = z.strictObject({
  name: text(200).trim().min(1, 'Enter a name for the shop'),
  email,
  phone: text(40).trim(),
  address: text(500).trim(),
  timeZone,
})

export const currencyInput = z.strictObject({ currency, locale: z.enum(locales) })

export const getShopSettings = endpoint({
  method: 'GET',
  path: 'admin/settings/shop',
  audience: 'staff:settings',
  summary: 'Name, logo, contact, time zone and currency of the shop, for editing',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      name: z.string(),
      logo: z.string().nullable().describe('file name below the uploads path'),
      email: z.string(),
      phone: z.string(),
      address: z.string(),
      timeZone: z.string(),
      currency: z.string(),
      locale: z.string(),
      products: z.number().int().describe('number of products with prices in this currency'),
      version: z.number().int(),
    }),
  }),
})
export type ShopSettings = z.output<typeof getShopSettings.answer>['data']

export const updateShopSettings = endpoint({
  method: 'PATCH',
  path: 'admin/settings/shop',
  audience: 'staff:settings',
  summary: 'Changes name, logo, contact or time zone of the shop',
  input: shopInput.partial().extend({
    removeLogo: flag.optional(),
    version: version.optional(),
  }),
  files: { logo: { maxBytes: 10 * 1024 * 1024 } },
  answer: z.object({}),
})

export const updateCurrency = endpoint({
  method: 'PUT',
  path: 'admin/settings/currency',
  audience: 'staff:settings',
  timing: 'bulk',
  summary:
    'Changes currency and number format; amounts keep their numbers, rounded to the decimals of the currency',
  input: currencyInput.extend({
    confirmed: flag.optional().describe('needed if products have prices; else 409 confirm_currency'),
    version: version.optional(),
  }),
  answer: z.object({}),
})

function isTimeZone(name: string): boolean {
  return doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: name }))
}

/** Intl formats any three letters, but names existing currencies only. */
function isCurrency(code: string): boolean {
  return doesNotThrow(() => {
    const name = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }).of(code)
    if (!name) throw new RangeError(code)
  })
}

function doesNotThrow(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
