import { minorDigits } from '../../currency-digits.ts'
import { amountProblem, shiftDigits } from '../provider-amount.ts'

// https://razorpay.com/docs/payments/international-payments/#supported-currencies (April 2026)

const withTwoDecimals =
  'AED ALL AMD AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BZD CAD CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ETB EUR FJD GBP GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SCR SEK SGD SLL SOS SVC SZL THB TRY TTD TWD TZS UAH USD UYU UZS XCD YER ZAR ZMW'.split(
    ' ',
  )
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ')
/** The last digit must be 0. */
const withThreeDecimals = ['BHD', 'IQD', 'JOD', 'KWD', 'OMR', 'TND']

const MIN_RUPEES = 100

/** Converts minor units (of Intl) to Razorpay's; undefined if Razorpay cannot take exactly this amount. */
export function toRazorpay(amount: number, currency: string): number | undefined {
  const digits = razorpayDigits(currency)
  if (digits === undefined) return undefined
  const units = shiftDigits(amount, digits - minorDigits(currency))
  return digits === 3 && units !== undefined && units % 10 > 0 ? undefined : units
}

/** Converts Razorpay's minor units back; undefined if the result is not a whole number. */
export const fromRazorpay = (units: number, currency: string): number | undefined =>
  shiftDigits(units, minorDigits(currency) - (razorpayDigits(currency) ?? 2))

/** Why Razorpay cannot take an amount in minor units: a sentence, or null if it can. */
export function razorpayProblem(amount: number, currency: string): string | null {
  const digits = razorpayDigits(currency)
  if (digits === undefined) return `Razorpay takes no payments in ${currency}`
  const smallest = fromRazorpay(digits === 3 ? 10 : 1, currency) ?? 1
  const least = currency === 'INR' ? MIN_RUPEES : smallest
  const isExact = toRazorpay(amount, currency) !== undefined
  return amountProblem('Razorpay', { amount, currency, least, isExact })
}

function razorpayDigits(currency: string): number | undefined {
  if (withTwoDecimals.includes(currency)) return 2
  if (withoutDecimals.includes(currency)) return 0
  return withThreeDecimals.includes(currency) ? 3 : undefined
}
