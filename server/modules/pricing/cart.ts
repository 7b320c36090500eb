import { offerPrice } from './money.ts'

/** Some units of one variant. */
export interface PricedLine {
  /** Minor units per unit, before the offer. */
  price: number
  /** Hundredths of a percent: 1250 is 12.5 %. */
  offer: number
  gst: number
  quantity: number
  /** Whether the coupon applies to it; ignored without a coupon. */
  couponApplies?: boolean
}

/** The shipping charge, in minor units. */
export interface ShippingRule {
  flat: number
  /** A charge by order value: the first step whose limit reaches it applies, instead of `flat`. */
  steps?: readonly { upTo: number | null; amount: number }[]
  /** The order value from which shipping is free; null: never. */
  freeFrom: number | null
}

/** The discount of a coupon. Percent in hundredths, amount in minor units. */
export type CouponRule =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amount: number }
  | { kind: 'free_delivery' }

/** The share of a line in each total, in minor units. The shares of all lines add up to the total. */
export interface LineShare {
  /** Before the offer. */
  subtotal: number
  /** Discount of the offer. */
  discount: number
  /** Discount of the coupon. */
  coupon: number
  /** Included in `total`. */
  tax: number
  /** The price to pay, including tax. */
  total: number
}

/** Minor units: total = subtotal - discount - coupon + shipping, plus tax if prices exclude it. */
export interface CartTotals extends LineShare {
  quantity: number
  shipping: number
  freeShippingFrom: number | null
  /** In the order of the input lines. */
  lines: LineShare[]
}

/** Everything that a total depends on besides the lines. */
export interface CartRules {
  shipping: ShippingRule
  pricesIncludeTax?: boolean
  coupon?: CouponRule | undefined
}

// The rules of rounding and order:
// - An offer rounds the unit price, so a line is that price times its quantity.
// - A coupon applies after offers: a percentage per line (half a minor unit up), an amount shared by line value.
// - GST is computed per line on the rest (half a minor unit up). Shipping has no GST.
// - Free shipping depends on the value after offers, before the coupon.

/** Totals lines that can be ordered. RangeError if a sum exceeds the safe integers. */
export function computeCart(
  lines: readonly PricedLine[],
  { shipping, pricesIncludeTax = true, coupon }: CartRules,
): CartTotals {
  const values = lines.map(({ price, offer, quantity }) => offerPrice(price, offer) * quantity)
  const coupons = couponShares(lines, values, coupon)
  const shares = lines.map((line, index) =>
    shareOf(line, values[index] ?? 0, coupons[index] ?? 0, pricesIncludeTax),
  )
  const sumOf = (name: keyof LineShare) => sum(shares.map((share) => share[name]))
  const orderValue = sum(values)
  const shippingCost =
    lines.length === 0 || coupon?.kind === 'free_delivery' ? 0 : shippingFor(shipping, orderValue)
  return {
    quantity: sum(lines.map(({ quantity }) => quantity)),
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

/** The shipping charge for an order value. */
export function shippingFor({ flat, steps, freeFrom }: ShippingRule, orderValue: number): number {
  if (freeFrom !== null && orderValue >= freeFrom) return 0
  return steps?.find(({ upTo }) => upTo === null || orderValue <= upTo)?.amount ?? flat
}

function couponShares(
  lines: readonly PricedLine[],
  values: readonly number[],
  coupon: CouponRule | undefined,
): number[] {
  const eligible = values.map((value, index) => (lines[index]?.couponApplies ? value : 0))
  if (coupon?.kind === 'percent')
    return eligible.map((value) => Number((BigInt(value) * BigInt(coupon.percent) + 5_000n) / 10_000n))
  if (coupon?.kind === 'amount') return shareOut(Math.min(coupon.amount, sum(eligible)), eligible)
  return values.map(() => 0)
}

function shareOf(
  { price, gst, quantity }: PricedLine,
  value: number,
  coupon: number,
  pricesIncludeTax: boolean,
): LineShare {
  const subtotal = price * quantity
  const net = value - coupon
  const tax = pricesIncludeTax ? containedTax(net, gst) : addedTax(net, gst)
  return {
    subtotal,
    discount: subtotal - value,
    coupon,
    tax,
    total: pricesIncludeTax ? net : net + tax,
  }
}

/** The GST included in an amount: gross - gross / (1 + gst), half a minor unit rounded up. */
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
  if (!Number.isSafeInteger(total)) throw new RangeError(`The sum ${total} is too large`)
  return total
}

/**
 * Splits an amount (minor units) by weight into whole shares that add up to it. Units left over after rounding down go to
 * the largest remainders, on a tie to the first. No share exceeds its weight if the amount does not exceed the sum.
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const totalWeight = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (totalWeight === 0n) return weights.map(() => 0)
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = products.map((product) => Number(product / totalWeight))
  const left = amount - shares.reduce((all, share) => all + share, 0)
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % totalWeight }))
    .toSorted(
      (a, b) => Number(b.remainder > a.remainder) - Number(a.remainder > b.remainder) || a.index - b.index,
    )
  const roundedUp = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return shares.map((share, index) => share + Number(roundedUp.has(index)))
}
