import { findState } from '#contract/orders/address/address-format.ts'

interface PlaceInIndia {
  pincode: string
  state: string
}

/** The hidden field of an address for the answer "this state is right". `prefix` begins the names of its fields. */
export const stateAnswerName = (prefix: string) => `${prefix}stateConfirmed`

/** That answer, for a PIN code and a state. */
export const stateAnswer = ({ pincode, state }: PlaceInIndia): string =>
  `${pincode.trim()} ${findState('IN', state) ?? state}`

/** Whether the fields have that answer for this place. */
export const isStateConfirmed = (
  fields: Readonly<Record<string, string>>,
  prefix: string,
  place: PlaceInIndia,
) => fields[stateAnswerName(prefix)] === stateAnswer(place)
