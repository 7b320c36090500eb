import { indianStates, stateCode } from '#contract/orders/address/india.ts'
import { usStateCode, usStates } from './us-states.ts'

/** Where goods go, as far as it is known. */
export interface Place {
  /** ISO 3166-1. */
  country: string
  /** Code of the state, or a text outside India and the USA; empty: unknown. */
  state: string
  postal: string
}

/** A place with the code of its state, whatever the letter case, and the postal code without spaces. */
export function placeOf(place: {
  country: string
  state?: string | undefined
  postal?: string | undefined
}): Place {
  const { country, state = '', postal = '' } = place
  const code = country === 'IN' ? stateCode(state) : country === 'US' ? usStateCode(state) : undefined
  return { country, state: code ?? state.trim(), postal: postal.replaceAll(' ', '').toUpperCase() }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** `Germany` */
export const countryName = (country: string): string =>
  (/^[A-Z]{2}$/.test(country) && countryNames.of(country)) || country

/** The narrowest known name: `Maharashtra`, otherwise `India`. */
export function placeName({ country, state }: Place): string {
  if (country === 'IN') return indianStates[state] ?? countryName(country)
  if (country === 'US') return usStates.get(state) ?? countryName(country)
  return countryName(country)
}
