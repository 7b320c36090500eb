import { isGstin } from './gstin.ts'

export const digitsOf = (text: string) => Array.from(text, Number)
/** The sum of digits times their weights; digits beyond the weights do not count. */
export const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0)

/** Luhn's sum modulo 10 of digits, the last one being the check digit. */
export const luhn = (digits: readonly number[]) =>
  digits.toReversed().reduce((sum, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0) % 10

/** ISO 7064 mod 11,10, of Germany and Croatia. */
function mod1110(digits: readonly number[]): boolean {
  const product = digits.slice(0, -1).reduce((before, digit) => {
    const sum = (digit + before) % 10 || 10
    return (2 * sum) % 11
  }, 10)
  return (11 - product) % 10 === digits.at(-1)
}

interface Scheme {
  format: RegExp
  /** Of the part after the country. Absent: the check is not public, or differs by the kind of business. */
  check?: (digits: number[], text: string) => boolean
}

/** Formats as the European Commission publishes them for VIES, and the check digits that the states publish. */
const schemes: Readonly<Record<string, Scheme>> = {
  AT: {
    format: /^U\d{8}$/,
    check: (_, text) => {
      const d = digitsOf(text.slice(1))
      const sum = d.slice(0, 7).reduce((total, digit, index) => {
        const product = index % 2 === 0 ? digit : digit * 2
        return total + Math.floor(product / 10) + (product % 10)
      }, 0)
      return (10 - ((sum + 4) % 10)) % 10 === d[7]
    },
  },
  BE: {
    format: /^[01]\d{9}$/,
    check: (_, text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)),
  },
  BG: { format: /^\d{9,10}$/ },
  HR: { format: /^\d{11}$/, check: mod1110 },
  CY: { format: /^\d{8}[A-Z]$/ },
  CZ: { format: /^\d{8,10}$/ },
  DK: { format: /^[1-9]\d{7}$/, check: (d) => weighted(d, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: {
    format: /^\d{9}$/,
    check: (d) => (10 - (weighted(d, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10 === d[8],
  },
  FI: {
    format: /^\d{8}$/,
    check: (d) => (11 - (weighted(d, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === d[7],
  },
  FR: {
    format: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
    check: (_, text) =>
      // Keys with a letter have another check, which only the tax office documents.
      !/^\d{11}$/.test(text) || (Number(text.slice(2)) * 100 + 12) % 97 === Number(text.slice(0, 2)),
  },
  DE: { format: /^[1-9]\d{8}$/, check: mod1110 },
  GR: {
    format: /^\d{9}$/,
    check: (d) => (weighted(d, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === d[8],
  },
  HU: {
    format: /^\d{8}$/,
    check: (d) => (10 - (weighted(d, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === d[7],
  },
  IE: { format: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/ },
  IT: { format: /^\d{11}$/, check: (d) => luhn(d) === 0 },
  LV: { format: /^\d{11}$/ },
  LT: { format: /^(\d{9}|\d{12})$/ },
  LU: { format: /^\d{8}$/, check: (_, text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)) },
  MT: {
    format: /^\d{8}$/,
    check: (d, text) => 37 - (weighted(d, [3, 4, 6, 7, 8, 9]) % 37) === Number(text.slice(6)),
  },
  NL: { format: /^\d{9}B\d{2}$/ },
  PL: {
    format: /^\d{10}$/,
    check: (d) => weighted(d, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === d[9],
  },
  PT: {
    format: /^\d{9}$/,
    check: (d) => {
      const rest = 11 - (weighted(d, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
      return (rest > 9 ? 0 : rest) === d[8]
    },
  },
  RO: { format: /^\d{2,10}$/ },
  SK: { format: /^\d{10}$/, check: (_, text) => Number(text) % 11 === 0 },
  SI: {
    format: /^[1-9]\d{7}$/,
    check: (d) => (11 - (weighted(d, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === d[7],
  },
  ES: { format: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  SE: { format: /^\d{10}01$/, check: (d) => luhn(d.slice(0, 10)) === 0 },
  GB: {
    format: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
    check: (d, text) => {
      if (!/^\d/.test(text)) return true
      const sum = weighted(d, [8, 7, 6, 5, 4, 3, 2]) + Number(text.slice(7, 9))
      return sum % 97 === 0 || (sum + 55) % 97 === 0
    },
  },
}

// Businesses in Northern Ireland trade goods with the EU under the British number with another prefix.
const prefixes: Readonly<Record<string, string>> = { GR: 'EL' }
const schemeOf = (country: string): Scheme | undefined => schemes[country === 'XI' ? 'GB' : country]

/** A VAT number in capital letters without spaces, dots and country prefix (`EL` is Greece). */
function bareNumber(country: string, text: string): string {
  const plain = text.toUpperCase().replaceAll(/[\s.-]/g, '')
  const prefix = prefixes[country] ?? country
  return plain.startsWith(prefix) ? plain.slice(2) : plain
}

/** Whether a VAT number has the format of its country and, where that is public, the right check digit. */
export function isVatId(country: string, text: string): boolean {
  const scheme = schemeOf(country)
  if (!scheme) return false
  // A number without XI belongs to Great Britain, where EU rules do not apply.
  if (country === 'XI' && !/^\s*XI/i.test(text)) return false
  const number = bareNumber(country, text)
  return scheme.format.test(number) && (scheme.check?.(digitsOf(number), number) ?? true)
}

/** Why a tax number cannot be right; undefined for a valid one, and for countries whose numbers the shop does not know. */
export function taxIdProblem(country: string, text: string): string | undefined {
  if (text === '') return undefined
  if (country === 'IN') return isGstin(text) ? undefined : 'Enter a GSTIN like 27AAPFU0939F1ZV'
  const issuer = country === 'GB' && /^\s*XI/i.test(text) ? 'XI' : country
  const scheme = schemeOf(issuer)
  if (!scheme || isVatId(issuer, text)) return undefined
  return scheme.format.test(bareNumber(issuer, text))
    ? 'The check digit of this VAT number is wrong. Please compare it with your registration.'
    : `Enter the VAT number as in your registration, starting with ${prefixes[country] ?? country}`
}
