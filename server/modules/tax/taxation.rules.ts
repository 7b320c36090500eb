import { euCountries } from '#contract/orders/address/eu-countries.ts'
import type { TaxSettings } from '#contract/tax/tax-settings.ts'
import { countryName, placeName, placeOf, type Place } from './place.ts'
import { isVatId } from './vat-id.ts'

/** Where a sale is taxed, or why it is not taxed. */
export type Taxation =
  | { kind: 'taxed'; place: Place }
  | { kind: 'untaxed'; why: string; /** For the invoice; empty: none is required. */ note: string }

/** The seller: the tax settings, with the state of the business. */
export interface Seller extends Pick<
  TaxSettings,
  'country' | 'eu_sales' | 'us_sourcing' | 'registered' | 'reverse_charge'
> {
  /** Code; empty: unknown. */
  state: string
}

export interface Buyer {
  country: string
  state?: string | undefined
  postal?: string | undefined
  /** VAT number of a business; empty: a consumer. */
  taxId?: string | undefined
}

/**
 * Decides where a sale of goods is taxed. Within the country of the business: at the destination. Between EU states: at
 * the origin or the destination by setting (articles 33 and 59c of Directive 2006/112/EC), reverse charge for a business.
 * Elsewhere the sale is an export, unless the shop is registered there.
 */
export function taxationOf(seller: Seller, buyer: Buyer): Taxation {
  const place = placeOf(buyer)
  const home = placeOf(seller)
  if (place.country === home.country) return domestic(seller, home, place)
  const isInUnion = euCountries.has(home.country) && euCountries.has(place.country)
  if (isInUnion) {
    if (seller.reverse_charge && buyer.taxId && isVatId(place.country, buyer.taxId)) {
      return {
        kind: 'untaxed',
        why: `0 %: Reverse charge, business in ${countryName(place.country)} with VAT number ${buyer.taxId}`,
        note: 'Reverse charge: VAT is due by the recipient. Intra-Community supply exempt under Article 138 of Directive 2006/112/EC.',
      }
    }
    return { kind: 'taxed', place: seller.eu_sales === 'origin' ? home : place }
  }
  if (isRegistered(seller, place)) return { kind: 'taxed', place }
  return {
    kind: 'untaxed',
    why: `0 %: Export to ${countryName(place.country)}`,
    note: exportNote(home.country),
  }
}

function domestic(seller: Seller, home: Place, place: Place): Taxation {
  if (home.country !== 'US') return { kind: 'taxed', place }
  const isOwnState = place.state === home.state && home.state !== ''
  if (isOwnState) return { kind: 'taxed', place: seller.us_sourcing === 'origin' ? home : place }
  if (isRegistered(seller, place)) return { kind: 'taxed', place }
  return {
    kind: 'untaxed',
    why: `0 %: The shop is not registered for sales tax in ${placeName(place)}`,
    note: '',
  }
}

const isRegistered = ({ registered }: Pick<Seller, 'registered'>, { country, state }: Place) =>
  registered.includes(country) || (country === 'US' && registered.includes(`US-${state}`))

/** The sentence of an invoice for an export. India: rule 46 of the CGST Rules; the bond or LUT is the usual way. */
function exportNote(country: string): string {
  if (country === 'IN')
    return 'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX'
  if (euCountries.has(country)) return 'Export exempt from VAT under Article 146 of Directive 2006/112/EC.'
  return 'Export: no tax is charged.'
}

/** The name of the tax in a country, for prices and documents. */
export function taxNameOf(country: string): 'GST' | 'VAT' | 'Sales tax' | 'Tax' {
  if (['IN', 'AU', 'SG', 'NZ'].includes(country)) return 'GST'
  if (country === 'US') return 'Sales tax'
  return euCountries.has(country) || country === 'GB' || country === 'CH' ? 'VAT' : 'Tax'
}
