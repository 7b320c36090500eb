import { shareOut } from './share-out.ts'
import { offerPrice } from './money.ts'

/** So many pieces of one thing. */
export interface PricedLine {
  /** Minor units of one piece, before the offer. */
  price: number
  /** Percentages in hundredths: 1250 is 12.5 %. */
  offer: number
  gst: number
  quantity: number
  /** Whether a coupon is for it; without a coupon it means nothing. */
  couponed?: boolean
}

/** What delivery costs, in minor units. */
export interface ShippingRule {
  flat: number
  /** Where the cost follows from the value of the goods: the first step that reaches it. `flat` means nothing then. */
  steps?: readonly { upTo: number | null; amount: number }[]
  /** The value of the goods from which it costs nothing; null: it always costs. */
  freeFrom: number | null
}

/** What a coupon takes off. Percent in hundredths, amount in minor units. */
export type CouponRule =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amount: number }
  | { kind: 'free_delivery' }

/** The part of a line in the sums: each adds up to its sum over the lines. Minor units. */
export interface LineShare {
  /** Before the offer. */
  subtotal: number
  /** By the offer. */
  discount: number
  /** By the coupon. */
  coupon: number
  /** Contained in what is paid. */
  tax: number
  /** What is paid. Where prices do not include the tax, it is added here. */
  total: number
}

/**
 * What a cart costs, in minor units: total = subtotal - discount - coupon + shipping, and + tax where prices do not
 * include it.
 */
export interface CartTotals extends LineShare {
  pieces: number
  shipping: number
  freeShippingFrom: number | null
  /** In the order of the lines that were given. */
  lines: LineShare[]
}

/** How a cart is computed beside its lines. */
export interface CartRules {
  shipping: ShippingRule
  pricesIncludeTax?: boolean
  coupon?: CouponRule | undefined
}

/**
 * Computes a cart from the lines that can be ordered; whoever calls leaves out the others. Offers round the price of one
 * piece, so that a line is that price times its pieces. A coupon comes off after the offers: a percentage line by line,
 * half a minor unit rounded up; an amount in shares by the value of the lines. GST is computed line by line on what is
 * left, half a minor unit rounded up: the part of it inside the price, or what is added to it. Shipping adds none, and is
 * free by the value of the goods after offers; a coupon does not make it dearer. RangeError where a sum is too large for
 * a number.
 */
export function computeCart(
  lines: readonly PricedLine[],
  { shipping, pricesIncludeTax = true, coupon }: CartRules,
): CartTotals {
  const values = lines.map(({ price, offer, quantity }) => offerPrice(price, offer) * quantity)
  const coupons = couponShares(lines, values, coupon)
  const shares = lines.map((line, at) => shareOf(line, values[at] ?? 0, coupons[at] ?? 0, pricesIncludeTax))
  const sumOf = (name: keyof LineShare) => sum(shares.map((share) => share[name]))
  const goods = sum(values)
  const shippingCost =
    lines.length === 0 || coupon?.kind === 'free_delivery' ? 0 : shippingFor(shipping, goods)
  return {
    pieces: sum(lines.map(({ quantity }) => quantity)),
    subtotal: sumOf('subtotal'),
    discount: sumOf('discount'),
    coupon: sumOf('coupon'),
    shipping: shippingCost,
    tax: sumOf('tax'),
    total: sum([sumOf('total'), shippingCost]),
    freeShippingFrom: shipping.freeFrom,
    lines: shares,
  }
}

/** What delivery of goods of this value costs. */
export function shippingFor({ flat, steps, freeFrom }: ShippingRule, goods: number): number {
  if (freeFrom !== null && goods >= freeFrom) return 0
  return steps?.find(({ upTo }) => upTo === null || goods <= upTo)?.amount ?? flat
}

function couponShares(
  lines: readonly PricedLine[],
  values: readonly number[],
  coupon: CouponRule | undefined,
): number[] {
  const couponed = values.map((value, at) => (lines[at]?.couponed ? value : 0))
  if (coupon?.kind === 'percent')
    return couponed.map((value) => Number((BigInt(value) * BigInt(coupon.percent) + 5_000n) / 10_000n))
  if (coupon?.kind === 'amount') return shareOut(Math.min(coupon.amount, sum(couponed)), couponed)
  return values.map(() => 0)
}

function shareOf(
  { price, gst, quantity }: PricedLine,
  value: number,
  coupon: number,
  pricesIncludeTax: boolean,
): LineShare {
  const subtotal = price * quantity
  const goods = value - coupon
  const tax = pricesIncludeTax ? containedTax(goods, gst) : addedTax(goods, gst)
  return {
    subtotal,
    discount: subtotal - value,
    coupon,
    tax,
    total: pricesIncludeTax ? goods : goods + tax,
  }
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
