/** Currency (ISO 4217) and locale (BCP 47) of the shop. */
export interface MoneyFormat {
  currency: string
  locale: string
}

// Creating a formatter takes longer than formatting all prices of a page.
const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf({ locale, currency }: MoneyFormat, whole: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${whole}`
  const cached = formatters.get(key)
  if (cached) return cached
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(whole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  })
  formatters.set(key, formatter)
  return formatter
}

/** Whole amounts have no decimals, others those of the currency: 1,499 and 499.50. */
function partsOf(amount: number, shop: MoneyFormat): Intl.NumberFormatPart[] {
  return formatterOf(shop, Number.isInteger(amount)).formatToParts(amount)
}

// Versions of Intl differ in their spaces, see dates.ts.
const join = (parts: Intl.NumberFormatPart[]) =>
  parts
    .map(({ value }) => value)
    .join('')
    .replaceAll('\u202f', '\u00a0')

/** Formats major units for the product page, the cart and the summary: ₹1,499. */
export function money(amount: number, shop: MoneyFormat): string {
  return join(partsOf(amount, shop))
}

/** Formats major units with all decimals, for columns and amounts due: ₹1,499.00. */
export function exactMoney(amount: number, shop: MoneyFormat): string {
  // Avoids -0.
  return join(formatterOf(shop, false).formatToParts(amount || 0))
}

/** Formats major units for cards and the lists that they stand in: Rs. 1,499. */
export function price(amount: number, shop: MoneyFormat): string {
  const parts = partsOf(amount, shop)
  const sign = shop.currency === 'INR' ? 'Rs.' : parts.find(({ type }) => type === 'currency')?.value
  const number = parts.filter(({ type, value }) => type !== 'currency' && value.trim() !== '')
  return `${sign ?? shop.currency} ${join(number)}`
}

/** The currency sign for labels and column heads: ₹. */
export function currencySign(shop: MoneyFormat): string {
  return partsOf(0, shop).find(({ type }) => type === 'currency')?.value ?? shop.currency
}
