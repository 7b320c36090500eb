import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import type { CartLine, CartSummary } from '#contract/cart/cart.ts'
import type { OrderTotals } from '#contract/orders/order-totals.ts'
import type { ShopContext } from '#server/http/route.ts'
import {
  computeCart,
  lineSteps,
  toMajor,
  unitPrice,
  type CartRules,
  type CartTotals,
} from '#server/modules/pricing/index.ts'
import type { LineRow } from './cart.queries.ts'
import { isInStock, lineNotices, sortOptions, type LineState } from './cart.rules.ts'

/** An item that is no longer sold keeps its price and has no stock. */
function lineState(row: LineRow): LineState {
  const { quantity, sold, priceAtAdd, isOnBackorder } = row
  const price = sold ? unitPrice(row) : priceAtAdd
  return { quantity, sold, available: sold ? row.available : 0, isOnBackorder, price, priceAtAdd }
}

/** A cart line for the API, with prices in major units of `currency`. */
export function lineToView(row: LineRow, currency: string): CartLine {
  const state = lineState(row)
  return {
    id: row.id,
    productid: row.productId,
    variantid: row.variantId,
    productname: row.name,
    options: sortOptions(row.options, row.optionNames),
    productimages: row.imageFiles,
    image: row.image,
    quantity: row.quantity,
    productprice: toMajor(state.price, currency),
    regularprice: toMajor(row.sold ? row.price : state.price, currency),
    price_at_add_time: toMajor(row.priceAtAdd, currency),
    linetotal: toMajor(state.price * row.quantity, currency),
    stock: Math.min(state.available, MAX_QUANTITY),
    notices: lineNotices(state),
  }
}

/** The totals, in major units, of the lines that can be ordered, with the price steps of each line. */
export function summarize(
  rows: readonly LineRow[],
  rules: CartRules,
  { currency, locale }: Pick<ShopContext, 'currency' | 'locale'>,
  couponCode?: string,
): CartSummary {
  const orderable = rows.filter(isOrderable)
  const { includesTax: pricesIncludeTax, name: taxName } = rules.tax
  const totals = computeCart(orderable, rules)
  const format = { currency, locale, pricesIncludeTax, taxName, couponCode }
  const major = (minor: number) => toMajor(minor, currency)
  return {
    ...totalsToView(totals, rules, currency),
    quantity: totals.quantity,
    freeshippingfrom: totals.freeShippingFrom === null ? null : major(totals.freeShippingFrom),
    lines: totals.lines.flatMap((share, index) => {
      const row = orderable[index]
      if (!row) return []
      const steps = lineSteps(row, share, format).map((step) => ({ ...step, amount: major(step.amount) }))
      return { variantid: row.variantId, productname: row.name, steps, linetotal: major(share.total) }
    }),
  }
}

/** Totals for the API, in major units of `currency`. */
export function totalsToView(
  totals: Omit<CartTotals, 'lines' | 'quantity' | 'freeShippingFrom' | 'shippingTaxes'>,
  { tax }: { tax: Pick<CartRules['tax'], 'includesTax' | 'name'> },
  currency: string,
): OrderTotals {
  const major = (minor: number) => toMajor(minor, currency)
  return {
    subtotal: major(totals.subtotal),
    discount: major(totals.discount),
    coupon: major(totals.coupon),
    shipping: major(totals.shipping),
    cashfee: major(totals.cashFee),
    tax: major(totals.tax),
    taxincluded: tax.includesTax,
    taxname: tax.name,
    shippingtax: major(totals.shippingTax),
    total: major(totals.total),
  }
}

/** Whether a line can be ordered and counts in the summary. */
export const isOrderable = (row: LineRow) => isInStock(lineState(row))
