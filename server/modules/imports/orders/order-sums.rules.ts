import { formatAmount, toMinor } from '#server/modules/pricing/index.ts'
import type { ImportedItem, ImportedOrder } from './imported-order.ts'

/** The amounts of an item in minor units: `total` includes a tax that is added, and excludes one that is in the price. */
export interface ItemSums {
  /** See `itemKey`. */
  key: string
  name: string
  sku: string
  price: number
  quantity: number
  subtotal: number
  discount: number
  tax: number
  total: number
}

export interface OrderSums {
  items: ItemSums[]
  taxIncluded: boolean
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
  refunded: number
}

/**
 * The amounts of an order in minor units, which add up exactly; or a sentence that says by how much they do not. Files do not
 * tell whether prices include the tax and whether the discount contains those of the items, so the total decides.
 */
export function orderSums(order: ImportedOrder, currency: string): OrderSums | string {
  const minor = (amount: number) => toMinor(amount, currency)
  const [shipping, tax, total] = [minor(order.shipping), minor(order.tax), minor(order.total)]
  const lines = mergeItems(order.items, minor)
  const value = sum(lines.map((line) => line.value))
  const ofItems = sum(lines.map(({ own }) => own))
  const ofOrder = minor(order.discount)
  const discounts = [ofOrder + ofItems, ofOrder, ofItems].filter((discount) => discount <= value)
  const fits = (added: number) => discounts.find((discount) => value - discount + shipping + added === total)
  const included = fits(0)
  const discount = included ?? fits(tax)
  if (discount === undefined) {
    const text = (amount: number) => formatAmount(amount, currency, 'en')
    const found = value - (discounts[0] ?? 0) + shipping
    return `The items, discount and shipping come to ${text(found)} and the tax is ${text(tax)}, but the total is ${text(total)}`
  }
  const taxIncluded = included !== undefined
  const own = lines.map((line) => (ofItems <= discount ? line.own : 0))
  const rest = share(
    discount - sum(own),
    lines.map((line, i) => line.value - (own[i] ?? 0)),
  )
  const nets = lines.map((line, i) => line.value - (own[i] ?? 0) - (rest[i] ?? 0))
  const taxes = share(tax, nets)
  const items = lines.map(({ key, name, sku, price, quantity }, i): ItemSums => {
    const [net, part] = [nets[i] ?? 0, taxes[i] ?? 0]
    const subtotal = price * quantity
    const full = taxIncluded ? net : net + part
    return { key, name, sku, price, quantity, subtotal, discount: subtotal - net, tax: part, total: full }
  })
  return {
    items,
    taxIncluded,
    subtotal: sum(items.map((item) => item.subtotal)),
    discount: sum(items.map((item) => item.discount)),
    shipping,
    tax,
    total,
    refunded: Math.min(minor(order.refunded), total),
  }
}

/** What names an item of an order: its SKU, or else its name. */
export const itemKey = ({ sku, name }: { sku: string; name: string }): string =>
  sku === '' ? `name ${name.toLowerCase()}` : `sku ${sku}`

/** An order has one line for each variant. Rows of one variant with different prices get the highest, and a discount. */
function mergeItems(items: readonly ImportedItem[], minor: (amount: number) => number) {
  return [...Map.groupBy(items, itemKey)].map(([key, rows]) => ({
    key,
    name: rows[0]?.name ?? '',
    sku: rows[0]?.sku ?? '',
    quantity: sum(rows.map((row) => row.quantity)),
    price: Math.max(...rows.map((row) => minor(row.price))),
    /** What the rows cost before discounts. */
    value: sum(rows.map((row) => minor(row.price) * row.quantity)),
    own: Math.min(
      sum(rows.map((row) => minor(row.discount))),
      sum(rows.map((row) => minor(row.price) * row.quantity)),
    ),
  }))
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Divides an amount by weights, without a remainder; no part exceeds its weight if the amount is at most their sum. */
function share(amount: number, weights: readonly number[]): number[] {
  let [left, weight] = [amount, sum(weights)]
  return weights.map((own, i) => {
    const part =
      i === weights.length - 1 || weight === 0 ? left : Number((BigInt(left) * BigInt(own)) / BigInt(weight))
    left -= part
    weight -= own
    return part
  })
}
