import type { CartLine, CartSummary } from '#contract/cart.ts'
import type { ShopContext } from '#server/http/route.ts'
import { computeCart, offerPrice, stepsOf, toMajor, type CartRules } from '#server/modules/pricing/index.ts'
import type { LineRow } from './cart.queries.ts'
import { counts, inOrder, noticesOf, type LineState } from './cart.rules.ts'

/** What is no longer sold keeps the price that it had when it was added, and none of it is left. */
function stateOf(row: LineRow): LineState {
  const { quantity, sold, priceAtAdd } = row
  const price = sold ? offerPrice(row.price, row.offer) : priceAtAdd
  return { quantity, sold, available: sold ? row.available : 0, price, priceAtAdd }
}

/** A line on the wire: prices in major units of `currency`. */
export function lineOf(row: LineRow, currency: string): CartLine {
  const state = stateOf(row)
  return {
    id: row.id,
    productid: row.productId,
    variantid: row.variantId,
    productname: row.name,
    options: inOrder(row.options, row.optionNames),
    productimages: row.pictures.map(({ file }) => file),
    picture: row.pictures.find(({ file }) => file === row.picture) ?? row.pictures[0] ?? null,
    quantity: row.quantity,
    productprice: toMajor(state.price, currency),
    price_at_add_time: toMajor(row.priceAtAdd, currency),
    linetotal: toMajor(state.price * row.quantity, currency),
    stock: state.available,
    notices: noticesOf(state),
  }
}

/** What the lines cost that can be ordered, in major units, with the steps of each line. */
export function summaryOf(
  rows: readonly LineRow[],
  rules: CartRules,
  { currency, locale }: Pick<ShopContext, 'currency' | 'locale'>,
  couponCode?: string,
): CartSummary {
  const ordered = rows.filter(isOrdered)
  const { pricesIncludeTax = true } = rules
  const totals = computeCart(ordered, rules)
  const words = { currency, locale, pricesIncludeTax, couponCode }
  const major = (minor: number) => toMajor(minor, currency)
  return {
    pieces: totals.pieces,
    subtotal: major(totals.subtotal),
    discount: major(totals.discount),
    coupon: major(totals.coupon),
    shipping: major(totals.shipping),
    tax: major(totals.tax),
    taxincluded: pricesIncludeTax,
    total: major(totals.total),
    freeshippingfrom: totals.freeShippingFrom === null ? null : major(totals.freeShippingFrom),
    lines: totals.lines.flatMap((share, at) => {
      const row = ordered[at]
      if (!row) return []
      const steps = stepsOf(row, share, words).map((step) => ({ ...step, amount: major(step.amount) }))
      return { variantid: row.variantId, productname: row.name, steps, linetotal: major(share.total) }
    }),
  }
}

/** Whether a line can be ordered, and so counts. */
export const isOrdered = (row: LineRow) => counts(stateOf(row))
