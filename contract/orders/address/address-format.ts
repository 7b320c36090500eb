import { asciiDigits } from './digits.ts'

/** The fields below the name; `line` stands for the two lines of the street. */
export type PlaceField = 'line' | 'city' | 'state' | 'pincode'

/** A state, province, prefecture …: its code, its name, and, if known, the pattern that its postal codes begin with. */
export type StateEntry = [code: string, name: string, ...postalCodes: string[]]

/** How addresses of a country are written. */
export interface AddressFormat {
  /** The fields that the country has, in the order in which its people write them. */
  fields: PlaceField[]
  required: PlaceField[]
  /** What the country calls them: "ZIP code", "Prefecture". */
  names: Partial<Record<PlaceField, string>>
  /** The pattern of a whole postal code in upper case, and an example. Absent: not known, or there are none. */
  postal?: { pattern: string; example: string } | undefined
  /** Absent: the state is a text. */
  states?: StateEntry[] | undefined
}

/** Of a country whose format is not known here. */
const anyFormat: AddressFormat = {
  fields: ['line', 'city', 'state', 'pincode'],
  required: [],
  names: { city: 'City', state: 'State or region', pincode: 'Postal code' },
}

// The server knows all formats from its start. A page learns those that it shows: all of them take 70 kB.
const known = new Map<string, AddressFormat>()

/** Makes the formats of countries known to this program, by ISO 3166-1 code. */
export function knowAddressFormats(formats: Readonly<Record<string, AddressFormat>>): void {
  for (const [country, format] of Object.entries(formats)) known.set(country, format)
}

/** The format of a country. A program that does not know it accepts any address of the country. */
export const addressFormat = (country: string): AddressFormat => known.get(country) ?? anyFormat

/** A postal code as it is kept: ASCII digits, upper case, one space or hyphen between parts. */
export const tidyPostalCode = (typed: string): string =>
  asciiDigits(typed)
    .toUpperCase()
    .replaceAll(/^[\s〒]+|\s+$/g, '')
    .replaceAll(/\s*-\s*/g, '-')
    .replaceAll(/\s+/g, ' ')

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

/** Codes by folded codes and names. Every quote looks up two states. */
const indexes = new WeakMap<StateEntry[], ReadonlyMap<string, string>>()

function indexOf(states: StateEntry[]): ReadonlyMap<string, string> {
  const found = indexes.get(states)
  if (found) return found
  // "Tokyo (東京都)" is known by each of its names. A code comes before the name of another state.
  const names = states.flatMap(([code, name]) =>
    [name, ...name.split(/ \(|\)/)].map((one) => [folded(one), code] as const),
  )
  const index = new Map([...names.reverse(), ...states.map(([code]) => [folded(code), code] as const)])
  indexes.set(states, index)
  return index
}

/** The code of a state by its code or name, without regard to letter case and accents. Undefined for an unknown text. */
export function findState(country: string, typed: string): string | undefined {
  const { states } = addressFormat(country)
  const text = folded(typed)
  return states && text !== '' ? indexOf(states).get(text) : undefined
}

/** The name of a state by its code; the text itself where a country has no list. */
export const stateName = (country: string, state: string): string =>
  addressFormat(country).states?.find(([code]) => code === state)?.[1] ?? state

/** Whether a postal code has the format of its country. */
export function hasPostalFormat(country: string, pincode: string): boolean {
  const { postal } = addressFormat(country)
  return !postal || new RegExp(`^(?:${postal.pattern})$`).test(tidyPostalCode(pincode))
}

export interface Place {
  country: string
  city: string
  state: string
  pincode: string
}

/** Postal codes that serve places of two states. The Postal Service lists each under the first. */
const sharedZips: Readonly<Record<string, readonly string[]>> = {
  '42223': ['KY', 'TN'],
  '59221': ['MT', 'ND'],
  '63673': ['MO', 'IL'],
  '71749': ['AR', 'LA'],
  '73949': ['OK', 'TX'],
  '81137': ['CO', 'NM'],
  '84536': ['UT', 'AZ'],
  '86044': ['AZ', 'UT'],
  '86515': ['AZ', 'NM'],
  '88063': ['NM', 'TX'],
  '89439': ['NV', 'CA'],
  '97635': ['OR', 'CA'],
}

/** The codes of the states that a postal code may belong to; none if that is not known. */
function statesOfPostalCode(country: string, pincode: string): readonly string[] {
  const code = tidyPostalCode(pincode).replaceAll(/[ -]/g, '')
  const shared = country === 'US' ? sharedZips[code.slice(0, 5)] : undefined
  if (shared || code === '') return shared ?? []
  return (addressFormat(country).states ?? []).flatMap(([state, , postalCodes]) =>
    postalCodes !== undefined && new RegExp(`^(?:${postalCodes})`).test(code) ? [state] : [],
  )
}

/** A problem of a field, in the words of its form. */
export interface PlaceProblem {
  path: 'city' | 'state' | 'pincode'
  message: string
}

/** What is missing or wrong in the place of an address by the format of its country, in the order of its fields. */
export function placeProblems(place: Place): PlaceProblem[] {
  const { fields, required } = addressFormat(place.country)
  const paths = [...new Set([...fields, ...required])].filter((field) => field !== 'line')
  return paths.flatMap((path) => {
    const message = place[path] === '' ? missing(place, path) : wrong(place, path)
    return message === undefined ? [] : [{ path, message }]
  })
}

function missing({ country }: Place, path: PlaceProblem['path']): string | undefined {
  const { required, names, states } = addressFormat(country)
  if (!required.includes(path)) return undefined
  const name = nameInText(names[path] ?? path)
  return path === 'state' && states ? `Select ${withArticle(name)}` : `Please enter your ${name}`
}

function wrong(place: Place, path: PlaceProblem['path']): string | undefined {
  if (path === 'pincode') return postalProblem(place.country, place.pincode)
  if (path === 'state') return stateProblem(place)
  return undefined
}

/** Why a postal code cannot be one of its country. */
export function postalProblem(country: string, pincode: string): string | undefined {
  const { postal, names } = addressFormat(country)
  if (hasPostalFormat(country, pincode)) return undefined
  if (country === 'IN') return 'Enter a 6-digit PIN code'
  return `Enter a ${nameInText(names.pincode ?? 'Postal code')} like ${postal?.example ?? ''}`
}

/** Where the state decides about the tax. Elsewhere a text that the list lacks is kept: lists grow old. */
const taxedByState = new Set(['CA', 'IN', 'US'])

function stateProblem({ country, state, pincode }: Place): string | undefined {
  const { states, names } = addressFormat(country)
  if (!states) return undefined
  const code = findState(country, state)
  if (code === undefined && !taxedByState.has(country)) return undefined
  if (code === undefined)
    return country === 'IN'
      ? 'Select a state of India'
      : `Choose the ${nameInText(names.state ?? 'state')} from the list`
  const fitting = statesOfPostalCode(country, pincode)
  if (fitting.length === 0 || fitting.includes(code)) return undefined
  const postal = nameInText(names.pincode ?? 'postal code')
  const where = fitting.map((one) => stateName(country, one)).join(' or ')
  return `The ${postal} ${pincode} is in ${where}. Choose ${where}, or correct the ${postal}.`
}

/** "ZIP code" and "PIN code" stay; "Postal code" and "Prefecture" begin small within a sentence. */
const nameInText = (name: string) => (/^[A-Z]{2}/.test(name) ? name : name.toLowerCase())

/** "a state", "an area". */
export const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
