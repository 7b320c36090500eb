import { phoneDigits } from '#contract/orders/address/phone.ts'

/** India's numbers have ten digits, and people leave out the code of the country. */
const INDIAN = /^0?([6-9]\d{9})$/

/**
 * The link that writes to a phone in WhatsApp, which wants the number with the code of its country. Undefined if the number
 * does not tell that code.
 */
export function whatsAppLink(phone: string, country: string, text: string): string | undefined {
  const number = phoneDigits(phone)?.number ?? ''
  const [, indian] = (country === 'IN' && INDIAN.exec(number)) || []
  const digits = number.startsWith('+') ? number.slice(1) : indian && `91${indian}`
  return digits ? `https://wa.me/${digits}?text=${encodeURIComponent(text)}` : undefined
}
