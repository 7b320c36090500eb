import type { Address } from '#contract/identity/account.ts'
import type { Checkout, CheckoutLine } from '#contract/orders/checkout.ts'
import {
  addressFormat,
  findState,
  hasPostalFormat,
  placeProblems,
  stateName,
  type PlaceField,
} from '#contract/orders/address/address-format.ts'
import type { FoundPostalCode } from '#contract/orders/delivery/postal-code.ts'
import { creditInput } from './credit/passes.ts'
import { isStateConfirmed, stateAnswer, stateAnswerName } from '#web/address/state-answer.ts'
import type { OrderInput } from '#web/data/checkout/checkout-draft.ts'
import type { ExpressSource } from '../express/express-order.ts'
import type { BuyNowItem } from './buy-now-item.ts'

/** The field values of the checkout by name. */
export type Fields = Record<string, string>

/** The prefix of address fields. */
export type AddressPrefix = 'shipping' | 'billing'

interface OrderContext {
  /** The chosen saved address, if any. */
  saved: Address | undefined
  items: BuyNowItem[] | undefined
  /** The displayed total in major units. */
  expectedTotal: number
  /** What gift cards and store credit were shown to pay, in major units. */
  expectedCredit: number
  /** What the displayed checkout asks for before a cash order counts. */
  deposit: Checkout['deposit']
  /** The checkout of an agent that this order completes. */
  session: string | undefined
}

/** Builds the request body of an order from the fields. */
export function orderBody(
  fields: Fields,
  { saved, items, expectedTotal, expectedCredit, deposit, session }: OrderContext,
): OrderInput {
  const shipping = saved ? { ...postalAddress(saved), keepstate: true } : sentAddress(fields, 'shipping')
  return {
    contact: { email: fields['contact.email'] ?? '', phone: fields['contact.phone'] ?? '' },
    shipping,
    billing: billingAddress(fields, shipping),
    shippingMethod: fields['shippingMethod'] ?? '',
    paymentMethod: fields['paymentMethod'] ?? '',
    coupon: fields['coupon'] || null,
    note: fields['note'] || null,
    ...giftInput(fields),
    ...creditInput(fields, expectedCredit),
    ...depositInput(fields, deposit),
    ...(items && { items }),
    ...(session && { session }),
    expectedTotal,
  }
}

/** The deposit of a cash order, and how it is paid. */
function depositInput(
  fields: Fields,
  deposit: OrderContext['deposit'],
): Pick<OrderInput, 'depositMethod' | 'expectedDeposit'> {
  if (!deposit || fields['paymentMethod'] !== 'cod') return {}
  const chosen = deposit.methods.find(({ id }) => id === fields['depositMethod']) ?? deposit.methods[0]
  return { expectedDeposit: deposit.amount, ...(chosen && { depositMethod: chosen.id }) }
}

/** Whom the buyer has named for the gift cards. */
function giftInput(fields: Fields): Pick<OrderInput, 'gift'> {
  const [email = '', name = '', message = '', sendOn = ''] = giftFields.map((field) => fields[field])
  return [email, name, message, sendOn].some(Boolean) ? { gift: { email, name, message, sendOn } } : {}
}

/** The names of the fields about the recipient of gift cards. */
export const giftFields = ['gift.email', 'gift.name', 'gift.message', 'gift.sendOn'] as const

/** The order of the form for the buttons of wallets, which know address and payment. */
export function expressSource(
  fields: Fields,
  {
    checkout: { coupon, summary },
    item,
    session,
  }: { checkout: Checkout; item: BuyNowItem | undefined; session: string | undefined },
): ExpressSource {
  const code = coupon?.problem === null ? coupon.code : ''
  const giftCards = fields['giftCards'] ?? ''
  return {
    query: {
      ...(item && { items: JSON.stringify([item]) }),
      ...(code && { coupon: code }),
      ...(giftCards && { giftCards }),
      ...(fields['storeCredit'] === 'on' && { storeCredit: '1' }),
    },
    order: {
      coupon: code || null,
      note: fields['note'] || null,
      ...giftInput(fields),
      ...(item && { items: [item] }),
      ...(session && { session }),
      expectedTotal: summary.total,
    },
  }
}

/** The billing address with the company; null if the order is billed to the delivery address. */
function billingAddress(fields: Fields, shipping: OrderInput['shipping']) {
  const isSame = fields['sameBilling'] === 'on'
  const company = (fields['billing.company'] ?? '').trim()
  const taxId = (fields['billing.taxId'] ?? '').trim()
  if (isSame && !company && !taxId) return null
  const address = isSame ? shipping : sentAddress(fields, 'billing')
  return company || taxId ? { ...address, company, taxId } : address
}

function addressFromFields(fields: Fields, prefix: AddressPrefix) {
  const field = (name: string) => fields[`${prefix}.${name}`] ?? ''
  const country = field('country')
  // What was typed for another country may have no field here.
  const has = new Set<string>(addressFormat(country).fields)
  const place = (name: PlaceField) => (has.has(name) ? field(name) : '')
  return {
    fullName: field('fullName'),
    line1: field('line1'),
    line2: field('line2'),
    city: place('city'),
    state: place('state'),
    pincode: place('pincode'),
    country,
  }
}

/** The address, with the answer that its state is right. */
function sentAddress(fields: Fields, prefix: AddressPrefix): OrderInput['shipping'] {
  const address = addressFromFields(fields, prefix)
  return isStateConfirmed(fields, `${prefix}.`, address) ? { ...address, keepstate: true } : address
}

/** The postal part of an address. */
export function postalAddress<A extends OrderInput['shipping']>(address: A): Pick<A, PostalPart> {
  const { fullName, line1, line2, city, state, pincode, country } = address
  return { fullName, line1, line2, city, state, pincode, country }
}

type PostalPart = 'fullName' | 'line1' | 'line2' | 'city' | 'state' | 'pincode' | 'country'

/** Whether an order can be shipped to a saved address without changes. */
export const isComplete = (address: Address, countries: readonly string[]) =>
  countries.includes(address.country) &&
  address.fullName.trim() !== '' &&
  address.line1.trim() !== '' &&
  placeProblems(address).length === 0

/** The part of the destination that determines the costs. An incomplete PIN code is left out. */
export function deliveryDestination(fields: Fields, saved: Address | undefined) {
  const { country, state, pincode } = saved ?? addressFromFields(fields, 'shipping')
  const isFull = pincode.length > 2 && hasPostalFormat(country || 'IN', pincode)
  return { country, state, pincode: isFull ? pincode : '' }
}

/** Why a line cannot be ordered; undefined if it can. */
export function lineProblem({ notices, stock }: CheckoutLine): string | undefined {
  if (notices.includes('gone')) return 'No longer available. Please remove it.'
  if (notices.includes('sold_out')) return 'Sold out. Please remove it.'
  if (notices.includes('too_many')) return `Only ${stock} left.`
  return undefined
}

/** Whether the price has changed since the line was added to the cart. */
export const hasPriceChange = ({ notices }: CheckoutLine) =>
  notices.includes('price_up') || notices.includes('price_down')

/** The problem of a PIN code that belongs to another state, unless the shopper has confirmed the state. */
export function stateProblem(fields: Fields, prefix: AddressPrefix, found: FoundPostalCode | undefined) {
  const address = addressFromFields(fields, prefix)
  const { country, state, pincode } = address
  if (!found || country !== 'IN' || state === '') return undefined
  if (
    isStateConfirmed(fields, `${prefix}.`, address) ||
    found.states.includes(findState('IN', state) ?? state)
  )
    return undefined
  const names = found.states.map((code) => stateName('IN', code)).join(' or ')
  return {
    path: `${prefix}.state`,
    // Sent again with this answer, the state is right.
    keep: { [stateAnswerName(`${prefix}.`)]: stateAnswer(address) },
    message: `PIN code ${pincode} is in ${names}. Please check the state.`,
  }
}

/** The first problem that prevents the order, in the order of the page. */
export function firstProblem(lines: readonly CheckoutLine[], fields: Fields) {
  for (const line of lines) {
    const message = lineProblem(line)
    if (message) return { path: `variant.${line.variantid}`, message }
  }
  if ((fields['giftCardText'] ?? '').trim() !== '')
    return { path: 'giftCardText', message: 'Press Apply to use this gift card, or clear the field.' }
  if (lines.some(hasPriceChange) && fields['confirmed'] !== 'on')
    return { path: 'confirmed', message: 'Please accept the new prices to continue.' }
  return undefined
}

/** The chosen address, at first the default one. `saved` is set only if it needs no changes. */
export function selectAddress(
  addresses: readonly Address[],
  fields: Fields,
  countries: readonly string[],
): { choice: string; chosen: Address | undefined; saved: Address | undefined } {
  const addressId = fields['addressId']
  const chosen =
    addressId === 'new' ? undefined : (addresses.find(({ id }) => String(id) === addressId) ?? addresses[0])
  const saved = chosen && isComplete(chosen, countries) ? chosen : undefined
  return { choice: chosen ? String(chosen.id) : 'new', chosen, saved }
}
