/** The first two digits are the state, then a PAN, a number of the registration, Z and a check character. */
const format = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Whether a text in capital letters is a GSTIN with the right check character. The check is Luhn's in base 36, so it finds
 * every wrong character and every swap of two neighbours.
 */
export function isGstin(text: string): boolean {
  if (!format.test(text)) return false
  const values = Array.from(text, (character) => digits.indexOf(character))
  const sum = values.slice(0, 14).reduce((total, value, index) => {
    const product = value * (1 + (index % 2))
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return (36 - (sum % 36)) % 36 === values[14]
}

/** The longest tax number of a company, of any country. */
export const MAX_TAX_ID_LENGTH = 40
