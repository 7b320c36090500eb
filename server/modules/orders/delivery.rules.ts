import { indianStates, stateCode } from '#contract/india.ts'
import type { ShippingZone } from '#contract/shipping.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShippingRule } from '#server/modules/pricing/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'

/** A way to deliver, at one address. */
export interface DeliveryOption {
  id: string
  name: string
  rule: ShippingRule
  days: { from: number; to: number }
}

/** As much of an address as is known. */
export interface Destination {
  country?: string | undefined
  state?: string | undefined
  pincode?: string | undefined
}

/**
 * How the shop delivers goods of so many grams there; the first is what nobody has to choose. Where no country is said it
 * is the first the shop delivers to. AppError 400 where the shop does not deliver there.
 */
export function deliveryOptions(
  { shipping, checkout }: Pick<CheckoutRules, 'shipping' | 'checkout'>,
  { country = checkout.countries[0], state, pincode }: Destination,
  grams: number,
): [DeliveryOption, ...DeliveryOption[]] {
  if (country === undefined || !checkout.countries.includes(country)) {
    const message = `We do not deliver to ${nameOf(country)} yet`
    throw new AppError(400, 'no_delivery', message, [{ path: 'shipping.country', message }])
  }
  const zone = shipping.zones.find((one) => reaches(one, { country, state, pincode }))
  const standard: DeliveryOption = {
    id: 'standard',
    name: 'Standard delivery',
    rule: zone ? ruleOf(zone, grams) : { flat: shipping.flat, freeFrom: shipping.free_from },
    days: { from: checkout.days_from, to: Math.max(checkout.days_from, checkout.days_to) },
  }
  if (checkout.express_amount === null) return [standard]
  const express: DeliveryOption = {
    id: 'express',
    name: 'Express delivery',
    rule: { flat: checkout.express_amount, freeFrom: null },
    days: { from: checkout.express_from, to: Math.max(checkout.express_from, checkout.express_to) },
  }
  return [standard, express]
}

/** Of several zones the first that fits is used, as the settings say. */
function reaches(zone: ShippingZone, { country, state = '', pincode = '' }: Destination): boolean {
  const states = zone.states.map((name) => (stateCode(name) ?? name).toLowerCase())
  const code = pincode.replaceAll(' ', '')
  return (
    zone.countries.includes(country ?? '') &&
    (states.length === 0 || states.includes((stateCode(state) ?? state).toLowerCase())) &&
    (zone.pincodes.length === 0 ||
      zone.pincodes.some(({ from, to }) => code.length === from.length && from <= code && code <= to))
  )
}

function ruleOf({ rate, freeFrom }: ShippingZone, grams: number): ShippingRule {
  if (rate.kind === 'flat') return { flat: rate.amount, freeFrom }
  if (rate.kind === 'amount') return { flat: rate.steps[0]?.amount ?? 0, steps: rate.steps, freeFrom }
  // Limits are kilograms, down to the gram.
  const step = rate.steps.find(({ upTo }) => upTo === null || grams <= Math.round(upTo * 1000))
  return { flat: step?.amount ?? 0, freeFrom }
}

function nameOf(country = ''): string {
  const known = /^[A-Z]{2}$/.test(country)
  return (known && new Intl.DisplayNames('en', { type: 'region' }).of(country)) || 'this country'
}

/** The state of an address in words: `Maharashtra`. */
export const stateName = (country: string, state: string) =>
  (country === 'IN' && indianStates[state]) || state
