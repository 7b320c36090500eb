import type { AgentCheckout } from '#contract/orders/agent-checkout.ts'
import type { Fields } from '../checkout-body.ts'

/** Such an id has 128 random bits. Others are not sent, so that a broken link leads to the plain checkout. */
const secretId = /^[A-Za-z0-9_-]{22}$/

/** The checkout of an agent that the address of the page names; undefined if there is none. */
export function readSession(search: URLSearchParams): string | undefined {
  const session = search.get('session') ?? ''
  return secretId.test(session) ? session : undefined
}

/** The fields of the checkout with what an agent has sent; unknown ones are left out. `session` tells drafts apart. */
export function preparedFields(session: string, { fields }: AgentCheckout): Fields {
  if (!fields) return {}
  const { email, phone, shipping, coupon, shippingMethod } = fields
  const sent = {
    'contact.email': email,
    'contact.phone': phone,
    ...Object.fromEntries(Object.entries(shipping).map(([name, text]) => [`shipping.${name}`, text])),
    // Else the first saved address would be chosen.
    addressId: shipping.line1 === '' ? '' : 'new',
    coupon,
    couponText: coupon,
    shippingMethod,
    session,
  }
  return Object.fromEntries(Object.entries(sent).filter(([, text]) => text !== ''))
}

const isOfAddress = (name: string) => name.startsWith('shipping.') || name === 'addressId'

/**
 * The stored fields of a tab that come before prepared ones: all of this checkout, and what was typed before it. An address stays
 * whole: none is mixed from two. Fields of the checkout of another agent count only where this one has sent nothing.
 */
export function storedBefore(prepared: Fields, stored: Fields): Fields {
  const { session } = stored
  if (session !== undefined && session === prepared['session']) return stored
  const hasAddress = Boolean(stored['shipping.line1'] || stored['shipping.pincode'])
  const comesFirst = ([name, text]: [string, string]) => {
    if (!(name in prepared))
      return hasAddress || !isOfAddress(name) || prepared['shipping.line1'] === undefined
    // A form stores its choices too, which may be those that it came with.
    if (session !== undefined || name === 'shippingMethod') return false
    return isOfAddress(name) ? hasAddress : text !== ''
  }
  const chosen = Object.fromEntries(Object.entries(stored).filter(comesFirst))
  if (session !== undefined || !hasAddress) return chosen
  const rest = Object.keys(prepared).filter((name) => name.startsWith('shipping.') && !(name in stored))
  return { ...chosen, ...Object.fromEntries(rest.map((name) => [name, ''])) }
}
