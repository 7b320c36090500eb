import type { CartLine, CartSummary } from '#contract/cart.ts'
import { computeCart, offerPrice, toMajor } from '#server/modules/pricing/index.ts'
import type { PriceRules } from '#server/modules/settings/index.ts'
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

/** What the lines cost that can be ordered, in major units of `currency`. */
export function summaryOf(
  rows: readonly LineRow[],
  { shipping, pricesIncludeTax }: PriceRules,
  currency: string,
): CartSummary {
  const ordered = rows.filter((row) => counts(stateOf(row)))
  const { pieces, lines: _, freeShippingFrom, ...amounts } = computeCart(ordered, shipping, pricesIncludeTax)
  const major = (minor: number) => toMajor(minor, currency)
  return {
    pieces,
    subtotal: major(amounts.subtotal),
    discount: major(amounts.discount),
    shipping: major(amounts.shipping),
    tax: major(amounts.tax),
    taxincluded: pricesIncludeTax,
    total: major(amounts.total),
    freeshippingfrom: freeShippingFrom === null ? null : major(freeShippingFrom),
  }
}
