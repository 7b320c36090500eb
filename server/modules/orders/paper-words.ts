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

/** A day as the shop writes it: `21 Nov 2026`. */
export const dayOf = (moment: Date, { locale, timeZone }: Pick<ShopContext, 'locale' | 'timeZone'>): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(moment)

/** What was chosen of a product: `Colour: Sage, Size: Small`. */
export const optionsOf = ({ options }: Pick<OrderLineRow, 'options'>): string =>
  options.map(([name, value]) => `${name}: ${value}`).join(', ')
