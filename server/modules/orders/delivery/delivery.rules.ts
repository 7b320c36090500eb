import { dayRangeText, deliveryDates, type DeliveryDays } from '#contract/orders/delivery/delivery-dates.ts'
import { countryNames } from '#contract/orders/address/country-names.ts'
import { findState } from '#contract/orders/address/address-format.ts'
import type { ShippingZone } from '#contract/orders/delivery/shipping.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { ShippingRule } from '#server/modules/pricing/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'

/** A delivery method for one destination. */
export interface DeliveryOption {
  id: string
  name: string
  rule: ShippingRule
  /** Working days. */
  days: DeliveryDays
  /** Whether cash on delivery is possible there. */
  cash: boolean
}

/** The known part of an address. */
export interface Destination {
  country?: string | undefined
  state?: string | undefined
  pincode?: string | undefined
}

/**
 * The delivery methods for a destination and a weight; the first is the default. Without a country, the first country of the
 * shop applies. AppError 400 `no_delivery` if the shop does not deliver there.
 */
export function deliveryOptions(
  { shipping, checkout }: Pick<CheckoutRules, 'shipping' | 'checkout'>,
  { country = checkout.countries[0], state, pincode }: Destination,
  grams: number,
): [DeliveryOption, ...DeliveryOption[]] {
  if (country === undefined || !checkout.countries.includes(country)) {
    const message = `We don’t deliver to ${countryNames.get(country ?? '') ?? 'this country'} yet`
    throw new AppError(400, 'no_delivery', message, [{ path: 'shipping.country', message }])
  }
  const zone = shipping.zones.find((each) => includes(each, { country, state, pincode }))
  const standard = standardDelivery(shipping, zone, grams)
  const { cash } = standard
  if (shipping.express_amount === null) return [standard]
  const express: DeliveryOption = {
    id: 'express',
    name: 'Express delivery',
    rule: { flat: shipping.express_amount, freeFrom: null },
    days: { from: shipping.express_from, to: shipping.express_to },
    cash,
  }
  return [standard, express]
}

/** Standard delivery of a weight in a zone, or where no zone applies. */
export function standardDelivery(
  shipping: CheckoutRules['shipping'],
  zone: ShippingZone | undefined,
  grams: number,
): DeliveryOption {
  return {
    id: 'standard',
    name: 'Standard delivery',
    rule: zone ? ruleOf(zone, grams) : { flat: shipping.flat, freeFrom: shipping.free_from },
    days: zone?.days ?? { from: shipping.days_from, to: shipping.days_to },
    cash: zone?.cash ?? true,
  }
}

/** The days between which an order placed now arrives, with their text. */
export function arrivalOf(
  shipping: CheckoutRules['shipping'],
  days: DeliveryDays,
  { timeZone, locale }: Pick<ShopContext, 'timeZone' | 'locale'>,
): { from: string; to: string; text: string } {
  const { from, to } = deliveryDates({ ...shipping, timeZone }, days, new Date())
  return { from, to, text: dayRangeText({ from, to }, locale) }
}

/** Whether a zone includes a destination. The first zone of the settings that does so applies. */
function includes(zone: ShippingZone, { country = '', state = '', pincode = '' }: Destination): boolean {
  const codeOf = (name: string) => (findState(country, name) ?? name).toLowerCase()
  const states = zone.states.map(codeOf)
  const code = pincode.replaceAll(' ', '')
  return (
    zone.countries.includes(country) &&
    (states.length === 0 || states.includes(codeOf(state))) &&
    (zone.pincodes.length === 0 ||
      zone.pincodes.some(({ from, to }) => code.length === from.length && from <= code && code <= to))
  )
}

function ruleOf({ rate, freeFrom }: ShippingZone, grams: number): ShippingRule {
  if (rate.kind === 'flat') return { flat: rate.amount, freeFrom }
  if (rate.kind === 'amount') return { flat: rate.steps[0]?.amount ?? 0, steps: rate.steps, freeFrom }
  // Limits are kilograms with gram precision.
  const step = rate.steps.find(({ upTo }) => upTo === null || grams <= Math.round(upTo * 1000))
  return { flat: step?.amount ?? 0, freeFrom }
}
