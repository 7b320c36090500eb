import { minorDigits } from '../../currency-digits.ts'
import { amountProblem, shiftDigits } from '../provider-amount.ts'

// Stripe's minor units differ from ISO 4217 for some currencies: https://docs.stripe.com/currencies

const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
/** The last digit must be 0. */
const withThreeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/**
 * The least amounts in Stripe's minor units: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts (2026).
 * Other currencies have the minimum of the account's own currency, which only Stripe knows.
 */
const minimums: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Why Stripe cannot take an amount in minor units: a sentence, or null if it can. */
export const stripeProblem = (amount: number, currency: string): string | null =>
  amountProblem('Stripe', {
    amount,
    currency,
    least: fromStripe(minimums[currency] ?? smallest(currency), currency) ?? 1,
    isExact: toStripe(amount, currency) !== undefined,
  })

/**
 * Converts minor units (of Intl) to Stripe's; undefined if Stripe cannot take exactly this amount. For ISK, UGX, HUF, IDR
 * and others Stripe counts hundredths that do not exist or are not in use.
 */
export function toStripe(amount: number, currency: string): number | undefined {
  const stripeAmount = shiftDigits(amount, stripeDigits(currency) - minorDigits(currency))
  return stripeAmount !== undefined && stripeAmount % smallest(currency) === 0 ? stripeAmount : undefined
}

/** Converts Stripe's minor units back; undefined if the result is not a whole number. */
export const fromStripe = (stripeAmount: number, currency: string): number | undefined =>
  shiftDigits(stripeAmount, minorDigits(currency) - stripeDigits(currency))

const smallest = (currency: string): number => (withThreeDecimals.includes(currency) ? 10 : 1)

function stripeDigits(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0
  return withThreeDecimals.includes(currency) ? 3 : 2
}
