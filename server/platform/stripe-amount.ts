// https://docs.stripe.com/currencies: amounts are minor units, but Stripe's own idea of them.

const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
/** Their last digit must be 0. */
const withThree = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/**
 * An amount of minor units (as Intl knows them) as Stripe counts it; undefined where Stripe cannot take exactly this. Of
 * ISK and UGX Stripe counts hundredths that do not exist, of HUF, IDR and others those that nobody uses.
 */
export function toStripe(amount: number, currency: string): number | undefined {
  const counted = shift(amount, stripeDigits(currency) - ourDigits(currency))
  const smallest = withThree.includes(currency) ? 10 : 1
  return counted !== undefined && counted % smallest === 0 ? counted : undefined
}

/** The same backwards; undefined where it is no whole number of minor units. */
export const fromStripe = (counted: number, currency: string): number | undefined =>
  shift(counted, ourDigits(currency) - stripeDigits(currency))

function shift(amount: number, digits: number): number | undefined {
  const factor = 10 ** Math.abs(digits)
  const shifted = digits < 0 ? amount / factor : amount * factor
  return Number.isSafeInteger(shifted) ? shifted : undefined
}

function stripeDigits(currency: string): number {
  if (withoutDecimals.includes(currency)) return 0
  return withThree.includes(currency) ? 3 : 2
}

function ourDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
