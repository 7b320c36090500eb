import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { LineRow } from '#server/modules/cart/index.ts'
import {
  computeCart,
  type CartRules,
  type CartTotals,
  type CouponRule,
  unitPrice,
} from '#server/modules/pricing/index.ts'
import { couponAppliesTo, couponRule, type Coupon } from '#server/modules/promotions/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { taxRulesFor } from '#server/modules/tax/index.ts'
import { deliveryOptions, type DeliveryOption, type Destination } from '../delivery/delivery.rules.ts'

/** Lines that can be ordered, their delivery, and everything that the total depends on. */
export interface Quote<L extends LineRow = LineRow> {
  lines: (L & { couponApplies: boolean })[]
  option: DeliveryOption
  options: readonly DeliveryOption[]
  rules: CartRules
  totals: CartTotals
}

/** A discount that staff give on an order. */
export interface StaffDiscount {
  rule: CouponRule
  reason: string
}

interface QuoteChoices {
  destination: Destination
  /** Absent: the first one. */
  shippingMethod?: string | undefined
  /** A coupon that applies. */
  coupon?: Coupon | undefined
  /** Of staff, on all lines, in place of a coupon. */
  discount?: CouponRule | undefined
  /** VAT number of a business that buys. */
  taxId?: string | undefined
  shop: Pick<ShopContext, 'currency' | 'locale' | 'timeZone'>
  /** The moment of the order, whose day decides the tax rates. */
  moment: Date
}

/** Quotes lines for a destination, for the checkout page and for the order alike. AppError 400 for an unknown method. */
export function quoteLines<L extends LineRow>(
  rows: readonly L[],
  checkoutRules: CheckoutRules,
  { destination, shippingMethod, coupon, discount, taxId, shop, moment }: QuoteChoices,
): Quote<L> {
  const grams = rows.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0)
  const options = deliveryOptions(checkoutRules, destination, grams)
  const option = shippingMethod ? options.find(({ id }) => id === shippingMethod) : options[0]
  if (!option) throw notOffered('shippingMethod', 'This delivery method')
  const { taxation } = checkoutRules
  const {
    country = checkoutRules.checkout.countries[0] ?? taxation.tax.country,
    state,
    pincode,
  } = destination
  const tax = taxRulesFor(taxation, shop, { country, state, postal: pincode, taxId }, moment)
  const lines = rows.map((row) => ({
    ...row,
    // A price that was agreed with the customer is the one to pay, wherever the order goes.
    ...(!row.isPriceFinal && {
      price: tax.priceOf(row, row.price),
      salePrice: row.salePrice === null ? null : tax.priceOf(row, row.salePrice),
    }),
    couponApplies: discount !== undefined || (coupon !== undefined && couponAppliesTo(coupon, row)),
  }))
  const rules = { shipping: option.rule, tax, coupon: discount ?? (coupon && couponRule(coupon)) }
  return { lines, option, options, rules, totals: computeCart(lines, rules) }
}

/** The value after offers, in minor units, of the lines that a coupon applies to. */
export function couponBase(coupon: Coupon | undefined, rows: readonly LineRow[]): number {
  return rows
    .filter((row) => coupon && couponAppliesTo(coupon, row))
    .reduce((sum, row) => sum + unitPrice(row) * row.quantity, 0)
}

/** AppError 400 for a choice that the shop does not offer; `name` begins the sentence. */
export function notOffered(path: string, name: string): AppError {
  const message = `${name} isn’t available`
  return new AppError(400, 'invalid_input', message, [{ path, message }])
}
