import { expect, test } from 'vitest'
import {
  sellerNumber,
  sellerNumberKindsOf,
  sellerNumberText,
  type SellerNumberKind,
} from './seller-number.ts'

// Examples of the offices that give the numbers, or numbers that companies print themselves.
const valid: [country: string, kind: SellerNumberKind, value: string, printed: string][] = [
  ['DE', 'vat', 'DE136695976', 'VAT ID DE136695976'],
  ['DE', 'steuernummer', '12/345/67890', 'Steuernummer 12/345/67890'],
  ['DE', 'hrb', 'Amtsgericht Bremen HRB 12345', 'Handelsregister Amtsgericht Bremen HRB 12345'],
  ['FR', 'siret', '732 829 320 00074', 'SIRET 732 829 320 00074'],
  ['FR', 'siren', '732 829 320', 'SIREN 732 829 320'],
  ['GB', 'vat', 'GB980780684', 'VAT ID GB980780684'],
  ['GB', 'vat', 'XI980780684', 'VAT ID XI980780684'],
  ['GB', 'utr', '19558 39661', 'UTR 19558 39661'],
  ['GB', 'company', 'SC123456', 'Company number SC123456'],
  ['US', 'ein', '91-1144442', 'EIN 91-1144442'],
  ['AU', 'abn', '51 824 753 556', 'ABN 51 824 753 556'],
  ['SG', 'uen', '00192200M', 'UEN 00192200M'],
  ['SG', 'uen', '197401143C', 'UEN 197401143C'],
  ['SG', 'uen', 'S16FC0121D', 'UEN S16FC0121D'],
  ['CH', 'vat', 'CHE-107.787.577 MWST', 'VAT ID CHE-107.787.577 MWST'],
  ['GR', 'vat', 'EL094259216', 'VAT ID EL094259216'],
  ['NL', 'kvk', '12345678', 'KvK 12345678'],
  ['JP', 'tax', 'T1234567890123', 'Tax number T1234567890123'],
]

test.each(valid)('in %s a %s is %s, printed %s', (country, kind, value, printed) => {
  expect(sellerNumber.safeParse({ kind, value }).error?.issues).toBeUndefined()
  expect(sellerNumberKindsOf(country)).toContain(kind)
  expect(sellerNumberText({ kind, value })).toBe(printed)
})

// The check digit of a UTR does not tell all digits apart: it has ten values for eleven remainders.
const checked = ['vat', 'siret', 'siren', 'abn', 'uen']

test.each(valid.filter(([, kind]) => checked.includes(kind)))(
  'in %s every wrong digit of a %s is found: %s',
  (_country, kind, value) => {
    const wrong = Array.from(value).flatMap((character, at) =>
      /\d/.test(character) ? [value.slice(0, at) + ((Number(character) + 1) % 10) + value.slice(at + 1)] : [],
    )
    const accepted = wrong.filter((each) => sellerNumber.safeParse({ kind, value: each }).success)
    expect(wrong.length).toBeGreaterThanOrEqual(4)
    expect(accepted).toEqual([])
  },
)

test.each([
  ['vat', 'US123456789'],
  ['vat', '136695976'],
  ['ein', '00-1234567'],
  ['utr', '1955839662'],
  ['siret', '7328293200007'],
  ['kvk', '1234'],
  ['uen', '197401143'],
] as const)('refuses a %s like %s', (kind, value) => {
  expect(sellerNumber.safeParse({ kind, value }).error?.issues[0]?.path).toEqual(['value'])
})
