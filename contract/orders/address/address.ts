import type { z } from 'zod'
import { fullName } from '../../identity/auth.ts'
import { text } from '../../fields.ts'
import { findState, placeProblems, tidyPostalCode, type Place } from './address-format.ts'
import { phoneDigits } from './phone.ts'

const line = text(200).trim()

/** A required line. */
const requiredLine = (error: string) => line.min(1, error)

/** The fields of every address. Which of them its country has and requires follows from `addressFormat`. */
export const addressFields = {
  fullName,
  line1: requiredLine('Please enter your address'),
  line2: line.default(''),
  city: line.default(''),
  state: line.default('').describe('a code or a name of the list of the country; elsewhere a text'),
  pincode: text(20)
    .overwrite(tidyPostalCode)
    .regex(/^[A-Z0-9 -]{0,12}$/, 'Enter a postal code of letters and digits')
    .default(''),
  country: text(2)
    .trim()
    .regex(/^[A-Z]{2}$/, 'Please choose a country')
    .default('IN'),
}

/** The place with the code of its state, if its country has a list. */
export const tidyPlace = <P extends Place>(place: P): P => ({
  ...place,
  state: findState(place.country, place.state) ?? place.state,
})

/** Adds an issue for each field that the country of the address requires and that is missing or wrong. */
export const checkPlace = ({ value, issues }: z.core.ParsePayload<Place>): void => {
  for (const { path, message } of placeProblems(value))
    issues.push({ code: 'custom', input: value[path], path: [path], message })
}

/**
 * A phone number as typed: people write it in too many ways for a stricter rule, and who calls understands them all. It has
 * 6 to 15 digits of any script, and may have an extension.
 */
export const phone = text(40)
  .trim()
  .refine((typed) => phoneDigits(typed) !== undefined, 'Please enter your phone number')
