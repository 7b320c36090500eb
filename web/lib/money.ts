/** Currency (ISO 4217) and locale (BCP 47) in which a shop shows its prices. */
export interface MoneyFormat {
  currency: string
  locale: string
}

// Making a formatter takes longer than all it formats on a page, which has a price on every card.
const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf({ locale, currency }: MoneyFormat, whole: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${whole}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(whole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  })
  formatters.set(key, made)
  return made
}

/** Whole amounts without decimals, others with those of the currency: 1,499 and 499.50. */
function partsOf(amount: number, shop: MoneyFormat): Intl.NumberFormatPart[] {
  return formatterOf(shop, Number.isInteger(amount)).formatToParts(amount)
}

const join = (parts: Intl.NumberFormatPart[]) => parts.map(({ value }) => value).join('')

/** An amount in major units as the cart and the summary show it: ₹1,499. */
export function money(amount: number, shop: MoneyFormat): string {
  return join(partsOf(amount, shop))
}

/** The same with all decimals of the currency, where amounts stand below each other or are owed: ₹1,499.00. */
export function exactMoney(amount: number, shop: MoneyFormat): string {
  // No sum is minus nothing.
  return formatterOf(shop, false).format(amount || 0)
}

/** An amount in major units as cards and product pages show it: Rs. 1,499. */
export function price(amount: number, shop: MoneyFormat): string {
  const parts = partsOf(amount, shop)
  const sign = shop.currency === 'INR' ? 'Rs.' : parts.find(({ type }) => type === 'currency')?.value
  const number = parts.filter(({ type, value }) => type !== 'currency' && value.trim() !== '')
  return `${sign ?? shop.currency} ${join(number)}`
}

/** The sign of the shop's currency, for labels and heads of columns: ₹. */
export function currencySign(shop: MoneyFormat): string {
  return partsOf(0, shop).find(({ type }) => type === 'currency')?.value ?? shop.currency
}
