import { asciiDigits } from './digits.ts'

/** ITU-T E.164 allows 15 digits; local numbers of small countries have six. */
const NUMBER = /^[\s(]*\+?[\d\s()./·•-]*$/
/** "ext. 12", "x123", "poste 12", "内線 123", "#4" or ", 12" behind a number. */
const EXTENSION = /\s*(?:[\p{L}\p{M}.\s:]{1,20}|[#;,]+)\s*(\d{1,7})$/u

/** The digits of a phone number, and those of its extension. Undefined for another text. */
export function phoneDigits(typed: string): { number: string; extension: string } | undefined {
  const all = asciiDigits(typed)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const extension = EXTENSION.exec(all)
  const isExtension = extension !== null && /[^\s.]/u.test(extension[0].replace(/\d+$/, ''))
  const main = isExtension ? all.slice(0, extension.index) : all
  // "+33 (0)6": the zero is dialled only within the country.
  const number = main.replace(/^(\W*\+.*?)\(0\)/, '$1').replaceAll(/\D/g, '')
  if (!NUMBER.test(main) || number.length < 6 || number.length > 15) return undefined
  return {
    number: main.trim().replace(/^\(/, '').startsWith('+') ? `+${number}` : number,
    extension: isExtension ? (extension[1] ?? '') : '',
  }
}

/** The calling codes of all countries; none is the beginning of another (ITU-T E.164). */
const CALLING_CODE =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[035789]\d|9[679]\d)/

/**
 * The digits that people dial within the country, without leading zeros: `9871418929` for "+91 98714 18929" and "09871-418929".
 * Undefined for another text. The database writes the numbers of search documents alike (`national_phone_digits`).
 */
export function nationalDigits(typed: string): string | undefined {
  const found = phoneDigits(typed)?.number
  if (found === undefined) return undefined
  const isInternational = /^(\+|00)/.test(found)
  const digits = found.replace(/^\+?0*/, '')
  return isInternational ? digits.replace(CALLING_CODE, '').replace(/^0+/, '') : digits
}

/** What all spellings of a phone number share, to tell people apart: its last ten digits, as `phone_key` of the database. */
export const phoneKey = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10)

/** The link that calls a phone number (RFC 3966). Undefined for a text that is none. */
export function phoneLink(typed: string): string | undefined {
  const found = phoneDigits(typed)
  return found && `tel:${found.number}${found.extension && `;ext=${found.extension}`}`
}

/**
 * The link that writes a WhatsApp message to a phone number. Undefined for a text that is none, and for a number without its
 * country, except ten digits in India.
 */
export function whatsAppLink(typed: string, country: string, message: string): string | undefined {
  const number = phoneDigits(typed)?.number
  if (number === undefined) return undefined
  const local = number.replace(/^0+/, '')
  const isIndian = country === 'IN' && local.length === 10
  const digits = number.startsWith('+') ? number.slice(1) : isIndian ? `91${local}` : undefined
  return digits && `https://wa.me/${digits}?text=${encodeURIComponent(message)}`
}
