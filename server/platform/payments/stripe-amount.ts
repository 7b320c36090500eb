// Stripe's minor units differ from ISO 4217 for some currencies: https://docs.stripe.com/currencies

const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
/** The last digit must be 0. */
const withThreeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/**
 * Converts minor units (of Intl) to Stripe's; undefined if Stripe cannot take exactly this amount. For ISK, UGX, HUF, IDR
 * and others Stripe counts hundredths that do not exist or are not in use.
 */
export function toStripe(amount: number, currency: string): number | undefined {
  const stripeAmount = shift(amount, stripeDigits(currency) - intlDigits(currency))
  const smallest = withThreeDecimals.includes(currency) ? 10 : 1
  return stripeAmount !== undefined && stripeAmount % smallest === 0 ? stripeAmount : undefined
}

/** Converts Stripe's minor units back; undefined if the result is not a whole number. */
export const fromStripe = (stripeAmount: number, currency: string): number | undefined =>
  shift(stripeAmount, intlDigits(currency) - stripeDigits(currency))

function shift(amount: number, digits: number): number | undefined {
  const factor = 10 ** Math.abs(digits)
  const shifted = digits < 0 ? amount / factor : amount * factor
  return Number.isSafeInteger(shifted) ? shifted : undefined
}

function stripeDigits(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0
  return withThreeDecimals.includes(currency) ? 3 : 2
}

function intlDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
