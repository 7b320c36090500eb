import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { listVariantLines, type LineRow } from '#server/modules/cart/index.ts'
import { couponProblem, findCoupon } from '#server/modules/promotions/index.ts'
import { findCheckoutRules } from '#server/modules/settings/index.ts'
import { variantName } from '#server/modules/stock/index.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import { cashProblem } from '../payments/payment-method.ts'
import { couponBase, quoteLines, type Quote } from '../placing/quote.ts'

/** A line of the order after the change; without `old` it is new. */
export interface WantedLine {
  variantId: number
  quantity: number
  old: OrderLineRow | undefined
}

/**
 * Quotes lines as their order was quoted: the same destination, delivery, coupon and day. AppError 400, 409 `not_sold`,
 * `coupon_refused` or `settings_changed`.
 */
export async function quoteEditedOrder(
  tx: Transaction,
  { shop }: PersonalContext,
  order: OrderRow,
  kept: readonly WantedLine[],
): Promise<Quote> {
  const { shopId } = shop
  const items = kept.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const [rows, rules, coupon] = await Promise.all([
    listVariantLines(tx, shopId, items),
    findCheckoutRules(tx, shop),
    order.coupon_code ? findCoupon(tx, shopId, order.coupon_code) : undefined,
  ])
  const priced = kept.map(({ variantId, old }) => {
    const row = rows.find((each) => each.variantId === variantId)
    if (!row) throw invalidLine(0, `The shop has no variant ${variantId}`)
    if (old) return asOrdered(row, old)
    if (row.sold) return row
    throw new AppError(409, 'not_sold', `${variantName(row.name, row.options)} isn’t sold any more`)
  })
  if (order.coupon_code) {
    // The coupon was valid when it was used. Only what it asks of the items can have changed.
    const ageless = { startsAt: null, endsAt: null, usageLimit: null, isActive: true }
    const base = couponBase(coupon, priced)
    const check = { ...shop, code: order.coupon_code, now: order.placed_at, base }
    const problem = couponProblem(coupon && { ...coupon, ...ageless }, check)
    if (problem !== null) throw new AppError(409, 'coupon_refused', problem)
  }
  const quote = quoteLines(priced, rules, {
    destination: order.shipping_address,
    shippingMethod: order.shipping_method,
    coupon,
    // A discount that staff gave stays the amount that it is.
    discount: order.discount_reason ? { kind: 'amount', amount: order.coupon_discount } : undefined,
    taxId: order.billing_address.taxId,
    shop,
    moment: order.placed_at,
  })
  const { tax } = quote.rules
  if (tax.includesTax !== order.tax_included || shop.currency !== order.currency) {
    const message =
      'The tax or currency settings have changed since this order. Cancel it and make a new one.'
    throw new AppError(409, 'settings_changed', message)
  }
  const { total } = quote.totals
  if (order.status === 'pending' && total === 0)
    throw invalidLine(0, 'Nothing would be left to pay. Cancel the order and make a new one')
  const cash = { possible: quote.option.cash, total }
  const message = order.payment_method === 'cod' ? cashProblem(rules.payment, cash, shop) : null
  if (message !== null) throw invalidLine(0, message)
  return quote
}

/** A line at the price for which it was ordered, which takes stock as it did then. */
const asOrdered = (row: LineRow, old: OrderLineRow): LineRow => ({
  ...row,
  price: old.price,
  offer: old.offer,
  salePrice: old.sale_price,
  isPriceFinal: true,
  takesStock: old.takes_stock,
  ...(old.price_reason && { priceReason: old.price_reason }),
})

/** AppError 400 for a line of the request. */
export const invalidLine = (index: number, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path: `lines.${index}`, message }])
