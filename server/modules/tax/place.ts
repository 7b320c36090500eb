import { findState, stateName } from '#contract/orders/address/address-format.ts'
import { countryName as nameOf } from '#contract/orders/address/country-names.ts'
import '#server/platform/address-formats/address-formats.ts'
import { territoryOf, type Territory } from './eu-territory.rules.ts'

/** Where goods go, as far as it is known. */
export interface Place {
  /** Whose rates apply: ISO 3166-1, or the key of a territory without a code. */
  country: string
  /** Code of the state, or a text where its country has no list; empty: unknown. */
  state: string
  postal: string
  /** Set where another VAT applies than in the country of the address. */
  territory?: Territory | undefined
}

/**
 * A place with the code of its state, whatever the letter case, and the postal code without spaces. A place in a territory
 * such as Monaco or Livigno has the country whose rates apply there.
 */
export function placeOf(place: {
  country: string
  state?: string | undefined
  postal?: string | undefined
}): Place {
  const { country, state = '', postal = '' } = place
  const plainPostal = postal.replaceAll(' ', '').toUpperCase()
  const territory = territoryOf(country, plainPostal)
  return {
    country: territory?.country ?? country,
    state: findState(country, state) ?? state.trim(),
    postal: plainPostal,
    ...(territory && { territory }),
  }
}

/** Codes that ISO 3166-1 reserves, or that VAT numbers alone have. */
const reserved = new Map([
  ['EA', 'Ceuta & Melilla'],
  ['IC', 'Canary Islands'],
  ['XI', 'Northern Ireland'],
])

/** `Germany` */
export const countryName = (country: string): string => reserved.get(country) ?? nameOf(country)

/** The narrowest known name: `Maharashtra`, otherwise `India`. */
export function placeName({ country, state, territory }: Place): string {
  if (territory) return territory.name
  const hasOwnTaxes = country === 'IN' || country === 'US'
  const known = hasOwnTaxes ? findState(country, state) : undefined
  return known === undefined ? countryName(country) : stateName(country, known)
}
