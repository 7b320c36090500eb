/** Currency (ISO 4217) and locale (BCP 47) in which a shop shows its prices. */
export interface MoneyFormat {
  currency: string
  locale: string
}

/** Whole amounts without decimals, others with those of the currency: 1,499 and 499.50. */
function format(amount: number, { locale, currency }: MoneyFormat, display: 'symbol' | 'none'): string {
  const whole = Number.isInteger(amount)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(whole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  })
    .formatToParts(amount)
    .filter((part) => display === 'symbol' || (part.type !== 'currency' && part.value.trim() !== ''))
    .map((part) => part.value)
    .join('')
}

/** An amount in major units as the cart and the summary show it: ₹1,499. */
export function money(amount: number, shop: MoneyFormat): string {
  return format(amount, shop, 'symbol')
}

/** An amount in major units as cards and product pages show it: Rs. 1,499. */
export function price(amount: number, shop: MoneyFormat): string {
  return `${sign(shop)} ${format(amount, shop, 'none')}`
}

function sign(shop: MoneyFormat): string {
  if (shop.currency === 'INR') return 'Rs.'
  const parts = new Intl.NumberFormat(shop.locale, {
    style: 'currency',
    currency: shop.currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find((part) => part.type === 'currency')?.value ?? shop.currency
}
