import { AppError } from '#server/http/errors.ts'
import { minorDigits } from '#server/platform/currency-digits.ts'

/**
 * The highest price of one unit, in minor units. 100 cart lines of 999 units with 100 % GST then cost at most 2^52, and up
 * to there major units on the wire are exact.
 */
export const MAX_PRICE = 20_000_000_000

/** The highest amount that staff enter for anything but a price, such as a delivery rate, in minor units. */
const MAX_AMOUNT = 1_000_000_000_000

/** Minor units (paise) to major units (rupees) for the wire. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency)
}

/** Major units from the wire to integer minor units, half rounded up. */
export function toMinor(major: number, currency: string): number {
  const digits = minorDigits(currency)
  // Via the decimal text, because 1.005 * 100 is 100.49999999999999.
  const shifted = Number(`${major}e${digits}`)
  // Below 0.000001 the text already has an exponent.
  return Math.round(Number.isNaN(shifted) ? major * 10 ** digits : shifted)
}

/**
 * Why the currency cannot express the amount; undefined if it can. Noise of floating-point sums such as
 * 0.30000000000000004 is no decimal.
 */
export function decimalsProblem(major: number, currency: string): string | undefined {
  const digits = minorDigits(currency)
  const shifted = major * 10 ** digits
  if (Math.abs(shifted - Math.round(shifted)) <= Math.max(1e-6, Math.abs(shifted) * 1e-14)) return undefined
  return digits === 0
    ? `Enter a whole amount: ${currency} has no decimals`
    : `Enter at most ${digits} decimals, as ${currency} has`
}

/**
 * An amount that staff entered in the field `path`, in minor units. AppError 400 if it is too large in this currency, or has
 * more decimals than it.
 */
export function enteredToMinor(major: number, currency: string, path: string): number {
  const minor = toMinor(major, currency)
  const problem = minor > MAX_AMOUNT ? 'This amount is too large' : decimalsProblem(major, currency)
  if (problem !== undefined) throw new AppError(400, 'invalid_input', problem, [{ path, message: problem }])
  return minor
}

/** The price after an offer in basis points (1250 is 12.5 %), half rounded up; the same rule as `product.sale_from`. */
export function offerPrice(minor: number, offer: number): number {
  return Math.floor((minor * (10_000 - offer) + 5_000) / 10_000)
}

/** What the price of a unit depends on, in minor units; the offer is in basis points. */
export interface Priced {
  price: number
  offer: number
  /** A sale price that counts now; null: none. */
  salePrice?: number | null | undefined
}

/** The price to pay: an offer and a sale price do not add up, the lower one counts. The same rule as `price_now` in SQL. */
export function unitPrice({ price, offer, salePrice }: Priced): number {
  return Math.min(offerPrice(price, offer), salePrice ?? Infinity)
}

/**
 * The whole percentage that shoppers save: that of the offer, or of a sale price that is lower. The latter is rounded down, so
 * that no page promises more than it gives.
 */
export function percentOff({ price, offer, salePrice }: Priced): number {
  const saved = price - unitPrice({ price, offer, salePrice })
  return Math.max(Math.round(offer / 100), price === 0 ? 0 : Math.floor((100 * saved) / price))
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, locale: string, style: 'currency' | 'decimal'): Intl.NumberFormat {
  const key = `${locale} ${currency} ${style}`
  let format = formats.get(key)
  if (!format) {
    const digits = minorDigits(currency)
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    format = new Intl.NumberFormat(locale, { style, currency, ...(style === 'decimal' && fraction) })
    formats.set(key, format)
  }
  return format
}

/** Minor units for people: `₹1,499.50`. */
export const formatMoney = (minor: number, currency: string, locale: string): string =>
  formatOf(currency, locale, 'currency').format(toMajor(minor, currency))

/** Without the currency, for table columns that name it: `1,499.50`. */
export const formatAmount = (minor: number, currency: string, locale: string): string =>
  formatOf(currency, locale, 'decimal').format(toMajor(minor, currency))
