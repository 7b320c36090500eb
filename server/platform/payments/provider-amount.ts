import { minorDigits } from '../currency-digits.ts'

interface AmountRule {
  /** Minor units, as `least`. */
  amount: number
  currency: string
  /** The least amount that the provider takes. */
  least: number
  /** Whether the provider can take exactly this amount. */
  isExact: boolean
}

/** Why a provider cannot take an amount: a sentence for shoppers and staff, or null if it can. */
export function amountProblem(
  provider: string,
  { amount, currency, least, isExact }: AmountRule,
): string | null {
  if (amount < Math.max(1, least))
    return `${provider} takes payments from ${formatted(Math.max(1, least), currency)}`
  return isExact ? null : `${provider} can’t take exactly ${formatted(amount, currency)}`
}

const formatted = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(minor / 10 ** minorDigits(currency))

/** Moves an amount by decimal digits; undefined if the result is not a whole number. */
export function shiftDigits(amount: number, digits: number): number | undefined {
  const factor = 10 ** Math.abs(digits)
  const shifted = digits < 0 ? amount / factor : amount * factor
  return Number.isSafeInteger(shifted) ? shifted : undefined
}

/** Minor units (of Intl) as a text with that many decimals, "10.00"; undefined if they do not suffice. */
export function toDecimal(amount: number, currency: string, decimals: number): string | undefined {
  const shifted = shiftDigits(amount, decimals - minorDigits(currency))
  if (shifted === undefined || shifted < 0) return undefined
  const digits = String(shifted).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** A text such as "10.00" in minor units (of Intl); undefined if it is not a whole number of them. */
export function fromDecimal(value: string, currency: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(value) ?? []
  if (whole === undefined) return undefined
  return shiftDigits(Number(whole + fraction), minorDigits(currency) - fraction.length)
}
