import { fullName } from './auth.ts'
import { text } from './fields.ts'

const line = text(200).trim()

/** A line that must not be empty. */
export const fullLine = (error: string) => line.min(1, error)

/** What every address has, beside its state: that is typed in one form and chosen in another. */
export const addressFields = {
  fullName,
  line1: fullLine('Please enter street and house'),
  line2: line.default(''),
  city: fullLine('Please enter the town'),
  pincode: text(12)
    .trim()
    .regex(/^[A-Za-z0-9 -]{3,12}$/, 'Please enter the PIN code'),
  country: text(2)
    .trim()
    .regex(/^[A-Z]{2}$/, 'Please choose a country')
    .default('IN'),
}

/** India's PIN codes have six digits, the first not 0. */
export const hasPinCode = ({ country, pincode }: { country: string; pincode: string }) =>
  country !== 'IN' || /^[1-9]\d{5}$/.test(pincode)
export const noPinCode = { path: ['pincode'], error: 'A PIN code has six digits' }

export const phone = text(20)
  .trim()
  .regex(/^\+?[\d ()-]{7,19}$/, 'Please enter a phone number')
