import { indianStates, stateCode } from '#contract/orders/address/india.ts'
import { territoryOf, type Territory } from './eu-territory.rules.ts'
import { usStateCode, usStates } from './us-states.ts'

/** Where goods go, as far as it is known. */
export interface Place {
  /** Whose rates apply: ISO 3166-1, or the key of a territory without a code. */
  country: string
  /** Code of the state, or a text outside India and the USA; empty: unknown. */
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
  const code = country === 'IN' ? stateCode(state) : country === 'US' ? usStateCode(state) : undefined
  const plainPostal = postal.replaceAll(' ', '').toUpperCase()
  const territory = territoryOf(country, plainPostal)
  return {
    country: territory?.country ?? country,
    state: code ?? state.trim(),
    postal: plainPostal,
    ...(territory && { territory }),
  }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** `Germany`; Northern Ireland has a code for VAT alone. */
export const countryName = (country: string): string =>
  (country === 'XI' && 'Northern Ireland') ||
  (/^[A-Z]{2}$/.test(country) && countryNames.of(country)) ||
  country

/** The narrowest known name: `Maharashtra`, otherwise `India`. */
export function placeName({ country, state, territory }: Place): string {
  if (territory) return territory.name
  if (country === 'IN') return indianStates[state] ?? countryName(country)
  if (country === 'US') return usStates.get(state) ?? countryName(country)
  return countryName(country)
}
