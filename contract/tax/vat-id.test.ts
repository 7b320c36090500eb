import { expect, test } from 'vitest'
import { isVatId, taxIdProblem } from './vat-id.ts'

// Numbers that the companies print on their own pages or that the tax offices use as examples.
const valid = [
  ['DE', 'DE136695976'],
  ['AT', 'ATU13585627'],
  ['BE', 'BE0428759497'],
  ['DK', 'DK13585628'],
  ['FI', 'FI20774740'],
  ['FR', 'FR 83 404 833 048'],
  ['GR', 'EL094259216'],
  ['HR', 'HR33392005961'],
  ['HU', 'HU12892312'],
  ['IT', 'IT00743110157'],
  ['LU', 'LU15027442'],
  ['MT', 'MT11679112'],
  ['NL', 'NL004495445B01'],
  ['PL', 'PL8567346215'],
  ['PT', 'PT501964843'],
  ['SE', 'SE123456789701'],
  ['SI', 'SI50223054'],
  ['SK', 'SK2022749619'],
  ['EE', 'EE100931558'],
  ['GB', 'GB980780684'],
] as const

test.each(valid)('accepts a number of %s: %s', (country, number) => {
  expect(taxIdProblem(country, number)).toBeUndefined()
  expect(isVatId(country, number)).toBe(true)
})

test.each(valid.filter(([country]) => country !== 'NL'))('finds a wrong digit of %s', (country, number) => {
  const digits = Array.from(number).flatMap((character, at) => (/\d/.test(character) ? [at] : []))
  const at = digits[4] ?? 0
  const wrong = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1)
  expect(taxIdProblem(country, wrong)).toBe(
    'The check digit of this VAT number is wrong. Please compare it with your registration.',
  )
})

test('says what a number must look like, and leaves unknown countries alone', () => {
  expect(taxIdProblem('DE', '12')).toBe('Enter the VAT number as in your registration, starting with DE')
  expect(taxIdProblem('US', '12-3456789')).toBeUndefined()
  expect(taxIdProblem('IN', '27AAPFU0939F1ZX')).toContain('GSTIN')
  expect(isVatId('US', '12-3456789')).toBe(false)
})
