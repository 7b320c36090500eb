import { expect, test } from 'vitest'
import { defaultNumberPattern, documentNumber, numberPattern, patternIssue } from './document-number.ts'

test.each([
  ['IN', '2026-03-31', '2025-26/000123', 'CN/2025-26/00123'],
  ['IN', '2026-04-01', '2026-27/000123', 'CN/2026-27/00123'],
  ['DE', '2026-12-31', 'INV-2026-000123', 'CN-2026-000123'],
  ['GB', '2027-01-01', 'INV-2027-000123', 'CN-2027-000123'],
  ['FR', '2026-04-01', 'INV-2026-000123', 'CN-2026-000123'],
  ['US', '2026-04-01', 'INV-2026-000123', 'CN-2026-000123'],
  ['AU', '2026-07-01', 'INV-2026-000123', 'CN-2026-000123'],
  ['SG', '2026-04-01', 'INV-2026-000123', 'CN-2026-000123'],
  ['CH', '2026-04-01', 'INV-2026-000123', 'CN-2026-000123'],
] as const)('in %s on %s the 123rd documents are %s and %s', (country, day, invoice, creditNote) => {
  expect(documentNumber(defaultNumberPattern('invoice', country), day, 123)).toBe(invoice)
  expect(documentNumber(defaultNumberPattern('credit_note', country), day, 123)).toBe(creditNote)
  const patterns = {
    invoice: defaultNumberPattern('invoice', country),
    credit_note: defaultNumberPattern('credit_note', country),
  }
  expect(patternIssue(patterns, country)).toBeUndefined()
})

test.each([
  [{ prefix: 'RE-', year_from: null, digits: 4 }, 'RE-0012'],
  [{ prefix: '', year_from: null, digits: 3 }, '012'],
  [{ prefix: 'SI/', year_from: 7, digits: 5 }, 'SI/2025-26/00012'],
  [{ prefix: 'RE-', year_from: 1, digits: 6 }, 'RE-2026-000012'],
])('%o makes %s in June 2026', (pattern, number) => {
  expect(numberPattern.parse(pattern)).toEqual(pattern)
  expect(documentNumber(pattern, '2026-06-30', 12)).toBe(number)
})

test('turns of centuries and numbers longer than the pattern stay whole', () => {
  expect(documentNumber(defaultNumberPattern('invoice', 'IN'), '2099-12-31', 1)).toBe('2099-00/000001')
  expect(documentNumber({ prefix: '', year_from: 1, digits: 3 }, '2026-01-01', 12_345)).toBe('2026-12345')
})

test.each(['RE', 'RE_', '-', '2026-', 'A2026-', 'ä-', 'A--'.repeat(4)])('refuses the prefix %s', (prefix) => {
  expect(numberPattern.safeParse({ prefix, year_from: 1, digits: 6 }).success).toBe(false)
})

test('no two patterns make one number', () => {
  const patterns = ['', 'A-', 'A/', 'A1-', 'A12-', 'A-12-', 'B-'].flatMap((prefix) =>
    [null, 1, 4].flatMap((from) => [3, 6].map((digits) => ({ prefix, year_from: from, digits }))),
  )
  for (const pattern of patterns) expect(numberPattern.safeParse(pattern).success).toBe(true)
  const seen = new Map<string, string>()
  for (const pattern of patterns) {
    // Patterns that differ in the width alone share a series, and so its counter.
    const series = `${pattern.prefix} ${pattern.year_from}`
    for (const day of ['2025-06-30', '2026-06-30', '2027-02-01'])
      for (const sequence of [1, 12, 202, 2026, 20_261, 2_026_001]) {
        const number = documentNumber(pattern, day, sequence)
        expect(seen.get(number) ?? series).toBe(series)
        seen.set(number, series)
      }
  }
})

test('invoices and credit notes differ, and India allows 16 characters', () => {
  const india = { prefix: '', year_from: 4, digits: 6 }
  expect(patternIssue({ invoice: india, credit_note: india }, 'DE')?.kind).toBe('credit_note')
  const long = { ...india, prefix: 'SHOP/' }
  expect(patternIssue({ invoice: long, credit_note: { ...india, prefix: 'C/' } }, 'IN')?.message).toContain(
    '16',
  )
  expect(patternIssue({ invoice: long, credit_note: { ...india, prefix: 'C/' } }, 'GB')).toBeUndefined()
})
