import { offerPrice } from './money.ts'

/** So many pieces of one thing. */
export interface PricedLine {
  /** Minor units of one piece, before the offer. */
  price: number
  /** Percentages in hundredths: 1250 is 12.5 %. */
  offer: number
  gst: number
  quantity: number
}

/** What delivery costs, in minor units. */
export interface ShippingRule {
  flat: number
  /** The value of the goods from which it costs nothing; null: it always costs. */
  freeFrom: number | null
}

/** The part of a line in the sums: each adds up to its sum over the lines. Minor units. */
export interface LineShare {
  /** Before the offer. */
  subtotal: number
  discount: number
  /** Contained in what is paid. */
  tax: number
  /** What is paid. Where prices do not include the tax, it is added here. */
  total: number
}

/**
 * What a cart costs, in minor units: total = subtotal - discount + shipping, and + tax where prices do not include it.
 */
export interface CartTotals extends LineShare {
  pieces: number
  shipping: number
  freeShippingFrom: number | null
  /** In the order of the lines that were given. */
  lines: LineShare[]
}

/**
 * Computes a cart from the lines that can be ordered; whoever calls leaves out the others. Offers round the price of one
 * piece, so that a line is that price times its pieces. GST is computed line by line, half a minor unit rounded up: the
 * part of it inside the price, or what is added to it. Shipping adds none, and is free by the value of the goods without
 * what is added. RangeError where a sum is too large for a number.
 */
export function computeCart(
  lines: readonly PricedLine[],
  shipping: ShippingRule,
  pricesIncludeTax = true,
): CartTotals {
  // A coupon's share would come off each line here: after its offer, before its tax and before shipping is decided.
  const shares = lines.map((line) => shareOf(line, pricesIncludeTax))
  const subtotal = sum(shares.map((share) => share.subtotal))
  const discount = sum(shares.map((share) => share.discount))
  const goods = subtotal - discount
  const isFree = lines.length === 0 || (shipping.freeFrom !== null && goods >= shipping.freeFrom)
  const shippingCost = isFree ? 0 : shipping.flat
  return {
    pieces: sum(lines.map(({ quantity }) => quantity)),
    subtotal,
    discount,
    shipping: shippingCost,
    tax: sum(shares.map(({ tax }) => tax)),
    total: sum([...shares.map(({ total }) => total), shippingCost]),
    freeShippingFrom: shipping.freeFrom,
    lines: shares,
  }
}

function shareOf({ price, offer, gst, quantity }: PricedLine, pricesIncludeTax: boolean): LineShare {
  const subtotal = price * quantity
  const goods = offerPrice(price, offer) * quantity
  const tax = pricesIncludeTax ? containedTax(goods, gst) : addedTax(goods, gst)
  return { subtotal, discount: subtotal - goods, tax, total: pricesIncludeTax ? goods : goods + tax }
}

/** The GST inside an amount: gross - gross / (1 + gst), half a minor unit rounded up. */
function containedTax(gross: number, gst: number): number {
  const whole = 10_000n + BigInt(gst)
  return Number((2n * BigInt(gross) * BigInt(gst) + whole) / (2n * whole))
}

/** The GST on top of an amount, half a minor unit rounded up. */
function addedTax(net: number, gst: number): number {
  return Number((2n * BigInt(net) * BigInt(gst) + 10_000n) / 20_000n)
}

function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, amount) => all + amount, 0)
  if (!Number.isSafeInteger(total)) throw new RangeError(`${total} is too large for a sum`)
  return total
}
