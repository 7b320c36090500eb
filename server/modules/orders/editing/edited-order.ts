import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { listVariantLines, type LineRow } from '#server/modules/cart/index.ts'
import type { CouponRule } from '#server/modules/pricing/index.ts'
import { couponProblem, findCoupon } from '#server/modules/promotions/index.ts'
import { findCheckoutRules, type CheckoutRules } from '#server/modules/settings/index.ts'
import { variantName } from '#server/modules/stock/index.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { giftCardsFixed, isGiftLine } from '../credit/gift-lines.rules.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import { amountDue } from '../order/order.rules.ts'
import { cashProblem } from '../cash/cash.rules.ts'
import { couponBase, quoteLines, withCashFee, type Quote } from '../placing/quote.ts'
import { invalidLine, type OrderedLine, type WantedLine } from './edited-lines.ts'

/** A quote of an edited order, with the settings that it was made with. */
export type EditedQuote = Quote & { checkoutRules: CheckoutRules }

/**
 * Quotes lines as their order was quoted: the same destination, delivery, coupon and day. `discount` takes the place of the one
 * that staff gave; null removes that one. AppError 400, 409 `not_sold`, `coupon_refused` or `settings_changed`.
 */
export async function quoteEditedOrder(
  tx: Transaction,
  { shop }: PersonalContext,
  order: OrderRow,
  kept: readonly WantedLine[],
  discount?: CouponRule | null,
): Promise<EditedQuote> {
  const { shopId } = shop
  const items = kept.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const [rows, rules, coupon] = await Promise.all([
    listVariantLines(tx, shopId, items),
    findCheckoutRules(tx, shop),
    order.coupon_code ? findCoupon(tx, shopId, order.coupon_code) : undefined,
  ])
  const priced = kept.map(({ variantId, old, restored }) => {
    const row = rows.find((each) => each.variantId === variantId)
    if (!row) throw invalidLine(0, `The shop has no variant ${variantId}`)
    const ordered = restored ?? old
    if (ordered) return pricedAsOrdered(row, ordered)
    if (row.sold) return row
    throw new AppError(409, 'not_sold', `${variantName(row.name, row.options)} isn’t sold any more`)
  })
  if (priced.some(isGiftLine)) throw giftCardsFixed()
  if (order.coupon_code) {
    // The coupon was valid when it was used. Only what it asks of the items can have changed.
    const ageless = { startsAt: null, endsAt: null, usageLimit: null, isActive: true }
    const base = couponBase(coupon, priced)
    const check = { ...shop, code: order.coupon_code, now: order.placed_at, base }
    const problem = couponProblem(coupon && { ...coupon, ...ageless }, check)
    if (problem !== null) throw new AppError(409, 'coupon_refused', problem)
  }
  // A discount that staff gave stays the amount that it is.
  const given = order.discount_reason ? { kind: 'amount' as const, amount: order.coupon_discount } : undefined
  const withoutFee = quoteLines(priced, rules, {
    destination: order.shipping_address,
    shippingMethod: order.shipping_method,
    mayPickUp: isPickUp(order),
    coupon,
    discount: discount === null ? undefined : (discount ?? given),
    taxId: order.billing_address.taxId,
    shop,
    moment: order.placed_at,
  })
  // The fee of cash on delivery stays what it was when the order was placed.
  const quote = withCashFee(withoutFee, order.payment_method === 'cod' ? order.cash_fee : 0)
  const { tax } = quote.rules
  if (tax.includesTax !== order.tax_included || shop.currency !== order.currency) {
    const message =
      'The tax or currency settings have changed since this order. Cancel it and make a new one.'
    throw new AppError(409, 'settings_changed', message)
  }
  const { total } = quote.totals
  if (order.status === 'pending' && total === 0)
    throw invalidLine(0, 'Nothing would be left to pay. Cancel the order and make a new one')
  const cash = { possible: quote.option.cash, total: amountDue({ ...order, total }) - quote.totals.cashFee }
  const message = order.payment_method === 'cod' ? cashProblem(rules.payment, cash, shop) : null
  if (message !== null) throw invalidLine(0, message)
  const options = isPickUp(order) ? [quote.option] : quote.options
  return { ...quote, options, checkoutRules: rules }
}

/** A line at the price for which it was ordered, which takes stock as it did then. */
const pricedAsOrdered = (row: LineRow, ordered: OrderedLine): LineRow => ({
  ...row,
  price: ordered.price,
  offer: ordered.offer,
  salePrice: ordered.sale_price,
  isPriceFinal: true,
  takesStock: ordered.takes_stock,
  ...(ordered.price_reason && { priceReason: ordered.price_reason }),
})
