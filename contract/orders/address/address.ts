import { fullName } from '../../people/auth.ts'
import { text } from '../../fields.ts'
import { phoneDigits } from './phone.ts'
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

/**
 * A phone number as typed: people write it in too many ways for a stricter rule, and who calls understands them all. It has
 * 6 to 15 digits of any script, and may have an extension.
 */
export const phone = text(40)
  .trim()
  .refine((typed) => phoneDigits(typed) !== undefined, 'Please enter your phone number')
