import type { ShopContext } from '#server/http/route.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { dayIn } from '#server/modules/tax/index.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { arrivalOf, deliveryOptions } from './delivery.rules.ts'

/**
 * The day by which a package that ships now should arrive: the last day that the order was promised, or one by today’s rules
 * once that has passed. Null if the shop has no such delivery any more, as for a pick-up or an imported order.
 */
export function estimateDay(
  rules: Pick<CheckoutRules, 'shipping' | 'checkout'>,
  { shipping_method: method, shipping_address: to, delivery_to: promised }: OrderRow,
  shop: Pick<ShopContext, 'timeZone' | 'locale'>,
): string | null {
  if (!rules.checkout.countries.includes(to.country)) return null
  // The weight sets the price, not the days.
  const option = deliveryOptions(rules, to, 0).find(({ id }) => id === method)
  if (!option) return null
  return promised >= dayIn(shop.timeZone, new Date())
    ? promised
    : arrivalOf(rules.shipping, option.days, shop).to
}
