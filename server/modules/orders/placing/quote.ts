import type { ManualOrderInput } from '#contract/orders/manual-order.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { LineRow } from '#server/modules/cart/index.ts'
import {
  computeCart,
  enteredToMinor,
  type CartRules,
  type CartTotals,
  type CouponRule,
  unitPrice,
} from '#server/modules/pricing/index.ts'
import { couponAppliesTo, couponRule, type Coupon } from '#server/modules/promotions/index.ts'
import type { CheckoutRules } from '#server/modules/settings/index.ts'
import { taxRulesFor } from '#server/modules/tax/index.ts'
import { PICK_UP } from '#contract/orders/order.ts'
import { emailOption, isGiftLine } from '../credit/gift-lines.rules.ts'
import { pickUpOption } from '../delivery/pick-up.rules.ts'
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

/** The discount of a request. AppError 400 together with a coupon. */
export function staffDiscountOf(
  { discount, coupon }: { discount?: ManualOrderInput['discount']; coupon?: string | null | undefined },
  { shop }: { shop: Pick<ShopContext, 'currency'> },
): StaffDiscount | undefined {
  if (!discount) return undefined
  const { percent, amount = 0, reason } = discount
  if (coupon) {
    const message = 'Use either a coupon or a discount'
    throw new AppError(400, 'invalid_input', message, [{ path: 'coupon', message }])
  }
  const rule =
    percent === undefined
      ? { kind: 'amount' as const, amount: enteredToMinor(amount, shop.currency, 'discount.amount') }
      : { kind: 'percent' as const, percent: Math.round(percent * 100) }
  return { rule, reason }
}

interface QuoteChoices {
  destination: Destination
  /** Absent: the first one. */
  shippingMethod?: string | undefined
  /** It may be picked up at the shop, which is the destination then. */
  mayPickUp?: boolean
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
  { destination, shippingMethod, mayPickUp = false, coupon, discount, taxId, shop, moment }: QuoteChoices,
): Quote<L> {
  const grams = rows.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0)
  const pickedUp = mayPickUp && shippingMethod === PICK_UP
  const isByEmail = rows.length > 0 && rows.every(isGiftLine)
  const options = isByEmail
    ? [emailOption]
    : [
        // The shop may be where it delivers nothing.
        ...deliveryOptions(checkoutRules, pickedUp ? {} : destination, grams),
        ...(mayPickUp ? [pickUpOption] : []),
      ].map((each) => ({ ...each, cash: each.cash && !rows.some(isGiftLine) }))
  // A delivery that was chosen before only gift cards were left is not needed any more.
  const option = shippingMethod && !isByEmail ? options.find(({ id }) => id === shippingMethod) : options[0]
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
    couponApplies:
      !isGiftLine(row) && (discount !== undefined || (coupon !== undefined && couponAppliesTo(coupon, row))),
  }))
  const rules = { shipping: option.rule, tax, coupon: discount ?? (coupon && couponRule(coupon)) }
  return { lines, option, options, rules, totals: computeCart(lines, rules) }
}

/** The same quote with the fee of cash on delivery, in minor units. */
export function withCashFee<L extends LineRow>(quote: Quote<L>, cashFee: number): Quote<L> {
  if (cashFee === 0) return quote
  const rules = { ...quote.rules, cashFee }
  return { ...quote, rules, totals: computeCart(quote.lines, rules) }
}

/** The value after offers, in minor units, of the lines that a coupon applies to. */
export function couponBase(coupon: Coupon | undefined, rows: readonly LineRow[]): number {
  return rows
    .filter((row) => coupon && !isGiftLine(row) && couponAppliesTo(coupon, row))
    .reduce((sum, row) => sum + unitPrice(row) * row.quantity, 0)
}

/** The value after offers, in minor units, that decides what delivery costs. Gift cards are not delivered. */
export const goodsValue = (rows: readonly LineRow[]): number =>
  rows.filter((row) => !isGiftLine(row)).reduce((sum, row) => sum + unitPrice(row) * row.quantity, 0)

/** AppError 400 for a choice that the shop does not offer; `name` begins the sentence. */
export function notOffered(path: string, name: string): AppError {
  const message = `${name} isn’t available`
  return new AppError(400, 'invalid_input', message, [{ path, message }])
}
