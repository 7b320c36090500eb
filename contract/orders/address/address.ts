import { fullName } from '../../people/auth.ts'
import { text } from '../../fields.ts'
import { hasPostalFormat, postalExample } from '../delivery/postal-code.ts'

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

/** Whether the postal code has the format of the country. */
export const hasValidPostalCode = ({ country, pincode }: { country: string; pincode: string }) =>
  hasPostalFormat(country, pincode)

/** The issue of a postal code in another format. */
export const invalidPostalCode = {
  path: ['pincode'],
  error: ({ input }: { input?: unknown }) => {
    const { country } = input as { country: string }
    return country === 'IN'
      ? 'Enter a 6-digit PIN code'
      : `Enter a postal code like ${postalExample(country) ?? ''}`
  },
}

export const phone = text(20)
  .trim()
  .regex(/^\+?[\d ()-]{7,19}$/, 'Please enter your phone number')
