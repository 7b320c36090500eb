import { euCountries } from '#contract/orders/address/eu-countries.ts'
import type { TaxSettings } from '#contract/tax/tax-settings.ts'
import { countryName, placeName, placeOf, type Place } from './place.ts'
import { isVatId } from '#contract/tax/vat-id.ts'

/** Where a sale is taxed, or why it is not taxed. */
export type Taxation =
  | {
      kind: 'taxed'
      place: Place
      /** For reports: the code of the country, or of a territory, where the tax is due. */
      country: string
    }
  | {
      kind: 'untaxed'
      why: string
      /** For the invoice; empty: none is required. */ note: string
      /** Where the goods go. */ country: string
    }

/** The seller: the tax settings, with the state of the business. */
export interface Seller extends Pick<
  TaxSettings,
  'country' | 'eu_sales' | 'us_sourcing' | 'registered' | 'reverse_charge'
> {
  /** Code; empty: unknown. */
  state: string
  postal?: string | undefined
}

export interface Buyer {
  country: string
  state?: string | undefined
  postal?: string | undefined
  /** VAT number of a business; empty: a consumer. */
  taxId?: string | undefined
}

/**
 * Decides where a sale of goods is taxed. Within the country of the business: at the destination. Between EU states: at the
 * origin or the destination by setting (articles 33 and 59c of Directive 2006/112/EC), and reverse charge for a business.
 * Otherwise the sale is an export, unless the shop is registered there. Articles 5 to 7 of the directive and the Windsor
 * Framework assign the territories: a sale from Madrid to the Canary Islands is an export.
 */
export function taxationOf(seller: Seller, buyer: Buyer): Taxation {
  const place = placeOf(buyer)
  const home = placeOf(seller)
  if (place.country === home.country) return domestic(seller, home, place)
  if (isInUnion(home) && isInUnion(place)) {
    // For goods, businesses in Northern Ireland have numbers with the prefix XI.
    const numberOf = place.territory?.code === 'XI' ? 'XI' : place.country
    if (seller.reverse_charge && buyer.taxId && isVatId(numberOf, buyer.taxId)) {
      return {
        kind: 'untaxed',
        country: codeOf(place, buyer),
        why: `0 %: Reverse charge, business in ${placeName({ ...place, state: '' })} with VAT number ${buyer.taxId}`,
        note: 'Reverse charge: VAT is due by the recipient. Intra-Community supply exempt under Article 138 of Directive 2006/112/EC.',
      }
    }
    return seller.eu_sales === 'origin'
      ? { kind: 'taxed', place: home, country: codeOf(home, seller) }
      : { kind: 'taxed', place, country: codeOf(place, buyer) }
  }
  if (isRegistered(seller, place)) return { kind: 'taxed', place, country: ownCode(place) }
  const { name, outside } = place.territory ?? { name: countryName(place.country) }
  return {
    kind: 'untaxed',
    country: codeOf(place, buyer),
    why: `0 %: Export to ${name}${outside ? ` (outside ${outside} VAT)` : ''}`,
    note: exportNote(home, outside),
  }
}

/** Whether EU VAT applies to goods at a place. */
const isInUnion = ({ country, territory }: Place): boolean => territory?.isInUnion ?? euCountries.has(country)

const codeOf = ({ territory }: Place, address: { country: string }): string =>
  territory?.code ?? address.country

function domestic(seller: Seller, home: Place, place: Place): Taxation {
  const { country } = place
  if (home.country !== 'US') return { kind: 'taxed', place, country: ownCode(place) }
  const isOwnState = place.state === home.state && home.state !== ''
  if (isOwnState) return { kind: 'taxed', place: seller.us_sourcing === 'origin' ? home : place, country }
  if (isRegistered(seller, place)) return { kind: 'taxed', place, country }
  return {
    kind: 'untaxed',
    country,
    why: `0 %: The shop is not registered for sales tax in ${placeName(place)}`,
    note: '',
  }
}

/** The country whose own tax is charged, Northern Ireland being a part of the United Kingdom then. */
const ownCode = ({ country, territory }: Place): string =>
  country.length === 2 ? country : (territory?.code ?? country)

const isRegistered = ({ registered }: Pick<Seller, 'registered'>, { country, state }: Place) =>
  registered.includes(country) || (country === 'US' && registered.includes(`US-${state}`))

/** The sentence of an invoice for an export. India: rule 46 of the CGST Rules; the bond or LUT is the usual way. */
function exportNote(home: Place, outside: 'EU' | 'UK' | undefined): string {
  if (home.country === 'IN')
    return 'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX'
  if (isInUnion(home)) {
    const article = 'Export exempt from VAT under Article 146 of Directive 2006/112/EC.'
    return outside === 'EU' ? `${article} EU VAT does not apply at the destination (Article 6).` : article
  }
  return 'Export: no tax is charged.'
}

/** The name of the tax in a country, for prices and documents. */
export function taxNameOf(code: string): 'GST' | 'VAT' | 'Sales tax' | 'Tax' {
  const { country } = placeOf({ country: code })
  if (['IN', 'AU', 'SG', 'NZ'].includes(country)) return 'GST'
  if (country === 'US') return 'Sales tax'
  return euCountries.has(country) || country === 'GB' || country === 'CH' ? 'VAT' : 'Tax'
}
