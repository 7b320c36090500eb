import { text } from '../fields.ts'

/**
 * Whether a text is a GTIN: 8, 12, 13 or 14 digits, of which the last one checks the others. From the right, the digits before
 * it count three times and once in turn, and the sum of all is a multiple of 10. Source: GS1 General Specifications,
 * section 7.9, https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function isGtin(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false
  const sum = code
    .split('')
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** A barcode as people type or print it, without its spaces and hyphens: "978-3-16-148410-0". */
export const plainBarcode = (printed: string): string => printed.replaceAll(/[\s\u2010-\u2015-]/g, '')

/** A barcode as it is printed; spaces and hyphens are left out. */
export const barcode = text(30)
  .overwrite(plainBarcode)
  .refine(isGtin, 'This is no barcode (GTIN): check its digits')
