const digitsOf = new Map<string, number>()

/** The decimals of a currency (ISO 4217, from Intl): 2 for INR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  let digits = digitsOf.get(currency)
  if (digits === undefined) {
    // A formatter takes 50 µs to create, and a product list needs a hundred.
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    digits = format.resolvedOptions().maximumFractionDigits ?? 2
    digitsOf.set(currency, digits)
  }
  return digits
}

/** An amount of another program in major units, such as "34.15", in minor units; half rounded up. */
export const minorOf = (major: number | string, currency: string): number =>
  Math.round(Number(`${major}e${minorDigits(currency)}`))
