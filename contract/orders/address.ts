import { fullName } from '../people/auth.ts'
import { text } from '../fields.ts'

const line = text(200).trim()

/** A required line. */
export const requiredLine = (error: string) => line.min(1, error)

/** The fields of every address, without the state: one form has a text field for it, another a select. */
export const addressFields = {
  fullName,
  line1: requiredLine('Please enter your address'),
  line2: line.default(''),
  city: requiredLine('Please enter your city'),
  pincode: text(12)
    .trim()
    .regex(/^[A-Za-z0-9 -]{3,12}$/, 'Please enter your PIN code'),
  country: text(2)
    .trim()
    .regex(/^[A-Z]{2}$/, 'Please choose a country')
    .default('IN'),
}

/** Indian PIN codes have six digits and do not start with 0. */
export const hasValidPinCode = ({ country, pincode }: { country: string; pincode: string }) =>
  country !== 'IN' || /^[1-9]\d{5}$/.test(pincode)
export const invalidPinCode = { path: ['pincode'], error: 'Enter a 6-digit PIN code' }

export const phone = text(20)
  .trim()
  .regex(/^\+?[\d ()-]{7,19}$/, 'Please enter your phone number')
