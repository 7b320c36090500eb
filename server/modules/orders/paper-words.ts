import type { OrderAddress } from '#contract/order.ts'
import type { ShopContext } from '#server/http/route.ts'
import { stateName } from './delivery.rules.ts'
import type { OrderLineRow } from './order.queries.ts'

/** An address as it stands on a parcel. */
export function addressLines(address: OrderAddress): string[] {
  const { fullName, line1, line2, city, state, pincode, country } = address
  const land =
    country === 'IN' ? '' : (new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country)
  return [fullName, line1, line2, `${city} ${pincode}`, stateName(country, state), land].filter(Boolean)
}

// Making one takes a tenth of the time of an order.
const formats = new Map<string, Intl.DateTimeFormat>()

/** A day as the shop writes it: `21 Nov 2026`. */
export function dayOf(moment: Date, { locale, timeZone }: Pick<ShopContext, 'locale' | 'timeZone'>): string {
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  formats.set(key, format)
  return format.format(moment)
}

/** What was chosen of a product: `Colour: Sage, Size: Small`. */
export const optionsOf = ({ options }: Pick<OrderLineRow, 'options'>): string =>
  options.map(([name, value]) => `${name}: ${value}`).join(', ')
