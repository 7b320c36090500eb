import type { Address } from '#contract/account.ts'
import type { CheckoutLine } from '#contract/checkout.ts'
import { orderAddress } from '#contract/order.ts'
import type { OrderInput } from '../../data/checkout-draft.ts'
import type { WantedItem } from './wanted-item.ts'

/** What stands in the fields of the checkout, by their names. */
export type Fields = Record<string, string>

/** Fields of an address, which is one of two. */
export type AddressPrefix = 'shipping' | 'billing'

interface Around {
  /** The saved address that is chosen, if one is. */
  saved: Address | undefined
  items: WantedItem[] | undefined
  /** Major units, the total that the shopper sees. */
  expectedTotal: number
}

/** What is sent, made of the fields. */
export function bodyOf(fields: Fields, { saved, items, expectedTotal }: Around): OrderInput {
  const billing = fields['sameBilling'] === 'on' ? null : addressOf(fields, 'billing')
  return {
    contact: { email: fields['contact.email'] ?? '', phone: fields['contact.phone'] ?? '' },
    shipping: saved ? postal(saved) : addressOf(fields, 'shipping'),
    billing,
    shippingMethod: fields['shippingMethod'] ?? '',
    paymentMethod: fields['paymentMethod'] ?? '',
    coupon: fields['coupon'] || null,
    note: fields['note'] || null,
    ...(items && { items }),
    expectedTotal,
  }
}

function addressOf(fields: Fields, prefix: AddressPrefix): OrderInput['shipping'] {
  const field = (name: string) => fields[`${prefix}.${name}`] ?? ''
  return {
    fullName: field('fullName'),
    line1: field('line1'),
    line2: field('line2'),
    city: field('city'),
    state: field('state'),
    pincode: field('pincode'),
    country: field('country'),
  }
}

/** As much of a saved address as stands on a parcel. */
export function postal({ fullName, line1, line2, city, state, pincode, country }: Address) {
  return { fullName, line1, line2, city, state, pincode, country }
}

/** Whether an order can go to a saved address as it is. */
export const isComplete = (address: Address, countries: readonly string[]) =>
  countries.includes(address.country) && orderAddress.safeParse(postal(address)).success

/** As much of the destination as costs follow from; a PIN code counts when it is whole. */
export function destinationOf(fields: Fields, saved: Address | undefined) {
  const { country, state, pincode } = saved ?? addressOf(fields, 'shipping')
  const isWhole = country === 'IN' || !country ? /^[1-9]\d{5}$/.test(pincode) : pincode.length > 2
  return { country, state, pincode: isWhole ? pincode : '' }
}

/** What stands in the way of ordering a line, in words; undefined where nothing does. */
export function obstacleOf({ notices, stock }: CheckoutLine): string | undefined {
  if (notices.includes('gone')) return 'No longer in the shop. Please remove it.'
  if (notices.includes('sold_out')) return 'Sold out. Please remove it.'
  if (notices.includes('too_many')) return `Only ${stock} left.`
  return undefined
}

/** Whether a line costs another price than when it was put into the cart. */
export const isRepriced = ({ notices }: CheckoutLine) =>
  notices.includes('price_up') || notices.includes('price_down')

/** What must be settled before the form is sent, in the order of the page. */
export function firstObstacle(lines: readonly CheckoutLine[], fields: Fields) {
  if ((fields['couponText'] ?? '').trim() !== '')
    return { path: 'coupon', message: 'Please press Apply to use the coupon, or clear the field.' }
  for (const line of lines) {
    const message = obstacleOf(line)
    if (message) return { path: `variant.${line.variantid}`, message }
  }
  if (lines.some(isRepriced) && fields['confirmed'] !== 'on')
    return { path: 'confirmed', message: 'Please confirm that you have seen the new prices.' }
  return undefined
}
