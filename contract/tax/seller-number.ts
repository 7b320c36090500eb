import { z } from 'zod'
import { text } from '../fields.ts'
import { digitsOf, isVatId, luhn, weighted } from './vat-id.ts'

interface NumberKind {
  /** As documents print it. */
  name: string
  /** Where it exists; absent: everywhere. */
  countries?: readonly string[]
  example: string
  /** Whether a number in capital letters without spaces has the format and, where the rule is public, the check digit. */
  isValid?: (number: string) => boolean
}

/** Countries of VAT numbers by prefix, Northern Ireland (XI) included. */
const vatCountries =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE GB XI'.split(' ')

/** The numbers that a seller prints on invoices. The GSTIN of an Indian seller is a setting of its own. */
export const sellerNumberKinds = {
  vat: {
    name: 'VAT ID',
    countries: [...vatCountries, 'MC', 'IM', 'CH', 'LI'],
    example: 'DE136695976',
    isValid: (number) => {
      if (number.startsWith('CHE')) return isSwissUid(number)
      const prefix = number.slice(0, 2)
      const country = prefix === 'EL' ? 'GR' : prefix
      return vatCountries.includes(country) && isVatId(country, number)
    },
  },
  steuernummer: {
    name: 'Steuernummer',
    countries: ['DE', 'AT'],
    example: '12/345/67890',
    isValid: (number) => /^\d[\d/-]{8,13}\d$/.test(number),
  },
  hrb: {
    name: 'Handelsregister',
    countries: ['DE', 'AT', 'CH'],
    example: 'Amtsgericht Bremen HRB 12345',
  },
  siret: {
    name: 'SIRET',
    countries: ['FR', 'MC', 'GP', 'MQ', 'GF', 'RE', 'YT'],
    example: '73282932000074',
    // The branches of La Poste have a rule of their own.
    isValid: (number) =>
      /^\d{14}$/.test(number) &&
      (luhn(digitsOf(number)) === 0 || (number.startsWith('356000000') && sumOf(digitsOf(number)) % 5 === 0)),
  },
  siren: {
    name: 'SIREN',
    countries: ['FR', 'MC', 'GP', 'MQ', 'GF', 'RE', 'YT'],
    example: '732829320',
    isValid: (number) => /^\d{9}$/.test(number) && luhn(digitsOf(number)) === 0,
  },
  kvk: { name: 'KvK', countries: ['NL'], example: '12345678', isValid: (number) => /^\d{8}$/.test(number) },
  utr: {
    name: 'UTR',
    countries: ['GB', 'IM'],
    example: '1955839661',
    isValid: (number) =>
      /^\d{10}$/.test(number) &&
      '21987654321'[weighted(digitsOf(number.slice(1)), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === number[0],
  },
  company: {
    name: 'Company number',
    countries: ['GB', 'IM', 'IE'],
    example: '01234567',
    isValid: (number) => /^(\d{6,8}|[A-Z]{2}\d{6})$/.test(number),
  },
  ein: {
    name: 'EIN',
    countries: ['US', 'PR'],
    example: '12-3456789',
    // The first two digits name the office that gave the number; these were never given.
    isValid: (number) => /^(?!00|07|08|09|17|18|19|28|29|49|69|70|78|79|89|96|97)\d{2}-?\d{7}$/.test(number),
  },
  abn: {
    name: 'ABN',
    countries: ['AU'],
    example: '51824753556',
    isValid: (number) => {
      if (!/^[1-9]\d{10}$/.test(number)) return false
      const [first = 0, ...rest] = digitsOf(number)
      return weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0
    },
  },
  uen: { name: 'UEN', countries: ['SG'], example: '197401143C', isValid: isUen },
  tax: { name: 'Tax number', example: '123456789' },
  register: { name: 'Company register', example: '123456' },
} as const satisfies Record<string, NumberKind>

export type SellerNumberKind = keyof typeof sellerNumberKinds

const kinds = Object.keys(sellerNumberKinds) as SellerNumberKind[]
const kindOf = (kind: SellerNumberKind): NumberKind => sellerNumberKinds[kind]

/** The kinds of numbers that a seller in a country can have. */
export const sellerNumberKindsOf = (country: string): SellerNumberKind[] =>
  kinds.filter((kind) => kindOf(kind).countries?.includes(country) ?? true)

/**
 * Whether the numbers of a seller show that it is registered for the tax on sales in its country. Every business of Australia
 * or Singapore has an ABN or UEN, so these say nothing.
 */
export const isTaxRegistered = (
  country: string,
  { gstin, tax_numbers: numbers }: { gstin: string; tax_numbers: readonly SellerNumber[] },
): boolean => (country === 'IN' ? gstin !== '' : numbers.some(({ kind }) => kind === 'vat'))

/** A number of the seller, as documents print it. */
export const sellerNumber = z
  .strictObject({
    kind: z.enum(kinds as [SellerNumberKind, ...SellerNumberKind[]]),
    value: text(60).trim().min(1, 'Enter the number'),
  })
  .superRefine(({ kind, value }, context) => {
    const { isValid, name, example } = kindOf(kind)
    const number = value.toUpperCase().replaceAll(/[\s.]/g, '')
    if (value === '' || !isValid || isValid(number)) return
    context.addIssue({
      code: 'custom',
      path: ['value'],
      message: `This ${name} is not valid. Enter it as in your registration, such as ${example}`,
    })
  })
export type SellerNumber = z.output<typeof sellerNumber>

/** `VAT ID DE136695976` */
export const sellerNumberText = ({ kind, value }: SellerNumber): string => `${kindOf(kind).name} ${value}`

const sumOf = (digits: readonly number[]) => digits.reduce((sum, digit) => sum + digit, 0)

/** `CHE-116.281.710 MWST`, with the check digit of the Federal Statistical Office. */
function isSwissUid(number: string): boolean {
  const [, digits = ''] = /^CHE-?(\d{9})(MWST|TVA|IVA)?$/.exec(number) ?? []
  const check = (11 - (weighted(digitsOf(digits), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11
  return digits !== '' && check === Number(digits[8])
}

/** The three forms of ACRA: businesses, local companies, and other entities. */
function isUen(number: string): boolean {
  if (/^\d{8}[A-Z]$/.test(number))
    return 'XMKECAWLJDB'[weighted(digitsOf(number.slice(0, 8)), [10, 4, 9, 3, 8, 2, 7, 1]) % 11] === number[8]
  if (/^(18|19|20)\d{7}[A-Z]$/.test(number))
    return (
      'ZKCMDNERGWH'[weighted(digitsOf(number.slice(0, 9)), [10, 8, 6, 4, 9, 7, 5, 3, 1]) % 11] === number[9]
    )
  if (!/^[RST]\d{2}[A-Z]{2}\d{4}[A-Z]$/.test(number)) return false
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWX0123456789'
  const values = Array.from(number.slice(0, 9), (character) => alphabet.indexOf(character))
  return alphabet[(weighted(values, [4, 3, 5, 3, 10, 2, 2, 5, 7]) + 11 * 50 - 5) % 11] === number[9]
}
