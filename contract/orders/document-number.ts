import { z } from 'zod'
import { text, wholeNumber } from '../fields.ts'

/** The documents that have numbers without gaps. */
export const numberedDocuments = ['invoice', 'credit_note'] as const
export type NumberedDocument = (typeof numberedDocuments)[number]

/**
 * How a shop numbers its documents: `RE-2026-000123` has the prefix `RE-`. A prefix ends with a hyphen or a slash and contains
 * no year, so two patterns never make one number.
 */
export const numberPattern = z.strictObject({
  prefix: text(10)
    .trim()
    .toUpperCase()
    .regex(/^([A-Z0-9]([A-Z0-9/-]*[A-Z0-9])?[/-])?$/, 'Use letters and digits, and end with - or /')
    .refine((prefix) => !/\d{3}/.test(prefix), 'Use at most two digits in a row: the year follows'),
  year_from: wholeNumber(1, 12)
    .nullable()
    .describe('first month of the year in the number; 1: calendar year, null: no year'),
  digits: wholeNumber(3, 10).describe('least number of digits, filled up with zeros'),
})
export type NumberPattern = z.output<typeof numberPattern>

/** The pattern of a country; the SQL function `default_number_pattern` has the same rules. */
export function defaultNumberPattern(kind: NumberedDocument, country: string): NumberPattern {
  const isInvoice = kind === 'invoice'
  // The law of India allows 16 characters (rules 46 and 53 of the CGST Rules).
  if (country === 'IN') return { prefix: isInvoice ? '' : 'CN/', year_from: 4, digits: isInvoice ? 6 : 5 }
  return { prefix: isInvoice ? 'INV-' : 'CN-', year_from: 1, digits: 6 }
}

/** What stands before the digits on a day (`2026-04-01`); the SQL function `document_series` has the same rules. */
export function documentSeries({ prefix, year_from: from }: NumberPattern, day: string): string {
  if (from === null) return prefix
  const [calendarYear = 0, month = 1] = day.split('-').map(Number)
  const year = month < from ? calendarYear - 1 : calendarYear
  const next = String((year + 1) % 100).padStart(2, '0')
  return prefix + (from === 1 ? `${year}-` : `${year}-${next}/`)
}

/** The number of a document in a pattern on a day: `2026-27/000123`. */
export const documentNumber = (pattern: NumberPattern, day: string, sequence: number): string =>
  documentSeries(pattern, day) + String(sequence).padStart(pattern.digits, '0')

/** What is wrong with two patterns that would number invoices and credit notes alike, or too long for India. */
export function patternIssue(
  patterns: Readonly<Record<NumberedDocument, NumberPattern>>,
  country: string,
): { kind: NumberedDocument; message: string } | undefined {
  if (patterns.invoice.prefix === patterns.credit_note.prefix)
    return { kind: 'credit_note', message: 'Use another prefix than on invoices' }
  const tooLong = numberedDocuments.find(
    (kind) => country === 'IN' && documentNumber(patterns[kind], '2026-04-01', 1).length > 16,
  )
  return tooLong && { kind: tooLong, message: 'In India, a number has at most 16 characters' }
}
