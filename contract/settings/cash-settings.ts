import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, text, version, wholeNumber } from '../fields.ts'

/** An amount in the settings, in major units. */
export const settingAmount = z
  .number({ error: 'Enter an amount' })
  .min(0, 'Enter an amount of 0 or more')
  .max(10_000_000_000, 'This amount is too large')

/** The most codes of a list. A prefix such as `560*` stands for many. */
const MAX_CASH_CODES = 2000

const ids = z.array(z.number().int().min(1).max(2_147_483_647))

/** A postal code or the beginning of several, without spaces and in capitals. */
const codes = z
  .array(
    text(20)
      .transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase())
      .pipe(
        z
          .string()
          .regex(/^[A-Z0-9]{1,12}\*?$/, 'Enter postal codes such as 560001, or prefixes such as 560*'),
      ),
  )
  .max(MAX_CASH_CODES, `Up to ${MAX_CASH_CODES.toLocaleString('en')} codes. Use prefixes such as 560*`)

/** Cash on delivery and its conditions, with amounts of `amount`. */
export const cashFields = <A extends z.ZodType<number>>(amount: A) => ({
  cod: flag.describe('cash on delivery'),
  cod_max: amount.nullable().describe('largest order total for cash on delivery; null: any'),
  cod_fee: amount.describe('charged with the delivery; 0: none'),
  cod_min: amount.nullable().describe('smallest order total for cash on delivery; null: any'),
  cod_allowed_codes: codes.describe('the only postal codes, or beginnings; empty: all'),
  cod_refused_codes: codes.describe('postal codes, or beginnings, without cash on delivery'),
  cod_excluded_products: ids
    .max(500, 'Up to 500 products')

    .describe('ids of products that are not sold for cash'),
  cod_excluded_categories: ids
    .max(100, 'Up to 100 categories')

    .describe('ids of categories, with all their subcategories, that are not sold for cash'),
  cod_confirm: z
    .enum(['off', 'risky', 'all'], 'Choose which orders are confirmed')
    .describe('which orders their customers confirm by a link before they count'),
  cod_confirm_hours: wholeNumber(1, 336).describe(
    'how long an order waits for its confirmation; then it is cancelled',
  ),
  cod_deposit: z
    .enum(['off', 'percent', 'amount'], 'Choose whether shoppers pay a deposit')
    .describe('what shoppers pay online before a cash order counts; the rest is paid on delivery'),
  cod_deposit_percent: wholeNumber(1, 99).describe('of what is left to pay, with `percent`'),
  cod_deposit_amount: amount.describe('with `amount`; an order that costs less is paid in full'),
  cod_deposit_from: amount.nullable().describe('smallest order total with a deposit; null: any'),
})

/** Whether a postal code is in a list of codes and beginnings. */
export function isPostalCodeListed(code: string, list: readonly string[]): boolean {
  const plain = code.replaceAll(/[\s-]/g, '').toUpperCase()
  if (plain === '') return false
  return list.some((one) => (one.endsWith('*') ? plain.startsWith(one.slice(0, -1)) : plain === one))
}

/** The postal codes of a pasted text: separated by commas, semicolons, spaces or lines. */
export const pastedPostalCodes = (pasted: string): string[] => [
  ...new Set(
    pasted
      .split(/[,;\n]+/)
      // Codes of some countries contain a space. Those of digits alone are separated by it.
      .flatMap((part) =>
        /^[\d*\s]+$/.test(part) && !/^\s*\d{3} \d{2,3}\s*$/.test(part) ? part.split(/\s+/) : [part],
      )
      .map((code) => code.replaceAll(/[\s-]/g, '').toUpperCase())
      .filter((code) => code !== ''),
  ),
]

export const updateCash = endpoint({
  method: 'PUT',
  path: 'admin/settings/cash',
  audience: 'staff:settings',
  summary: 'Sets whether and where shoppers pay in cash on delivery, its fee, and which orders they confirm',
  input: z.strictObject({ ...cashFields(settingAmount), version: version.optional() }),
  answer: z.object({}),
})
