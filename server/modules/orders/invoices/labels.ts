import { dateLocale } from '#contract/date-locale.ts'
import type { OrderAddress } from '#contract/orders/order.ts'
import type { ShopContext } from '#server/http/route.ts'
import { addressLines as labelLines } from '#server/platform/address-formats/address-lines.ts'
import type { OrderLineRow } from '../order/order.queries.ts'

/** The lines of a postal address, and the tax number of its company. */
export function addressLines(address: OrderAddress): string[] {
  const { taxId, country } = address
  const tax = taxId ? [`${country === 'IN' ? 'GSTIN' : 'Tax number'}: ${taxId}`] : []
  return [...labelLines(address), ...tax]
}

/** The countries whose forms of letters fit a document: of the recipient, and of the shop. */
export const documentCountries = (
  address: OrderAddress,
  { locale }: Pick<ShopContext, 'locale'>,
): string[] => [address.country, new Intl.Locale(locale).region ?? '']

// Creating a formatter takes a tenth of the time of placing an order.
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** A day in the locale and time zone of the shop: `21 Nov 2026`. */
export function formatDay(
  moment: Date,
  { locale, timeZone }: Pick<ShopContext, 'locale' | 'timeZone'>,
): string {
  const key = `${locale} ${timeZone}`
  const format =
    dateFormats.get(key) ?? new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'medium', timeZone })
  dateFormats.set(key, format)
  return format.format(moment)
}

/** The options of an order line: `Colour: Sage, Size: Small`. */
export const optionsText = ({ options }: Pick<OrderLineRow, 'options'>): string =>
  options.map(([name, value]) => `${name}: ${value}`).join(', ')
