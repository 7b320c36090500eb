import { AppError } from '#server/http/errors.ts'
import type { LineRow } from '#server/modules/cart/index.ts'
import { computeCart, type CartRules, type CartTotals } from '#server/modules/pricing/index.ts'
import { couponRule, isFor, type Coupon } from '#server/modules/promotions/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { deliveryOptions, type DeliveryOption, type Destination } from './delivery.rules.ts'

/** Lines that can be ordered, what they are delivered by, and all that their cost follows from. */
export interface Quote<L extends LineRow = LineRow> {
  lines: (L & { couponed: boolean })[]
  option: DeliveryOption
  options: readonly DeliveryOption[]
  rules: CartRules & { pricesIncludeTax: boolean }
  totals: CartTotals
}

interface Wishes {
  destination: Destination
  /** Absent: the first. AppError 400 where there is no such method. */
  shippingMethod?: string | undefined
  /** One that holds. */
  coupon?: Coupon | undefined
}

/** Computes what lines cost, delivered; checkout and order both come through here. */
export function quoteOf(
  rows: readonly LineRow[],
  checkoutRules: CheckoutRules,
  { destination, shippingMethod, coupon }: Wishes,
): Quote {
  const options = deliveryOptions(checkoutRules, destination, gramsOf(rows))
  const option = shippingMethod ? options.find(({ id }) => id === shippingMethod) : options[0]
  if (!option) throw notOffered('shippingMethod', 'This kind of delivery')
  const lines = rows.map((row) => ({ ...row, couponed: coupon !== undefined && isFor(coupon, row) }))
  const { pricesIncludeTax } = checkoutRules
  const rules = { shipping: option.rule, pricesIncludeTax, coupon: coupon && couponRule(coupon) }
  return { lines, option, options, rules, totals: computeCart(lines, rules) }
}

function gramsOf(rows: readonly LineRow[]): number {
  return rows.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0)
}

export function notOffered(path: string, what: string): AppError {
  const message = `${what} is not offered here`
  return new AppError(400, 'invalid_input', message, [{ path, message }])
}
