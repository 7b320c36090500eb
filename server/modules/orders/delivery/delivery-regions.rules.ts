import type { ShippingZone } from '#contract/orders/delivery/shipping.ts'
import { shippingFor, type ShippingRule } from '#server/modules/pricing/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { standardDelivery } from './delivery.rules.ts'

/** Search engines read no more of them. */
const MAX_REGIONS = 30

/** A part of a country with its standard delivery. Amounts are minor units. */
interface Region extends Pick<ShippingZone, 'states' | 'pincodes'> {
  country: string
  days: { from: number; to: number }
  rates: { from: number; price: number }[]
}

/**
 * The standard delivery of a product by region: first the zones in their order, each for a part of a country, then the rest of
 * the country.
 */
export function deliveryRegions(
  { shipping, checkout }: Pick<CheckoutRules, 'shipping' | 'checkout'>,
  grams: number,
): Region[] {
  const regionOf = (country: string, zone: ShippingZone | undefined): Region => {
    const { rule, days } = standardDelivery(shipping, zone, grams)
    return {
      country,
      states: zone?.states ?? [],
      pincodes: zone?.pincodes ?? [],
      days,
      rates: ratesByValue(rule),
    }
  }
  const regions = checkout.countries.flatMap((country) => {
    const zones = shipping.zones.filter(({ countries }) => countries.includes(country))
    const whole = zones.findIndex(isWhole)
    const parts = whole === -1 ? zones : zones.slice(0, whole)
    return [...parts, zones[whole]].map((zone) => regionOf(country, zone))
  })
  return regions.slice(0, MAX_REGIONS)
}

const isWhole = ({ states, pincodes }: ShippingZone) => states.length === 0 && pincodes.length === 0

/** The rates of a rule by the value of the items, as `shippingFor` charges them. */
function ratesByValue(rule: ShippingRule): Region['rates'] {
  // A step includes its limit.
  const ends = rule.steps?.flatMap(({ upTo }) => (upTo === null ? [] : [upTo + 1])) ?? []
  const starts = [0, ...ends, ...(rule.freeFrom === null ? [] : [rule.freeFrom])].toSorted((a, b) => a - b)
  const rates = starts.map((from) => ({ from, price: shippingFor(rule, from) }))
  return rates.filter(({ price }, at) => price !== rates[at - 1]?.price)
}
