import { giftCardClass } from '#contract/tax/tax-rate.ts'
import { unitPrice, type Priced } from './money.ts'
import { taxesByRate, taxOf, type RoundingRules } from './tax-rounding.ts'
import { shareOut } from './shares.ts'

/** What the tax of an item depends on besides its price. */
export interface TaxedItem {
  /** The product's own percentage in hundredths of a percent; 0: none. */
  gst: number
  /** The class of the product or its category; null: none. */
  taxClass?: string | null
}

/** Some units of one variant. */
export interface PricedLine extends TaxedItem, Priced {
  /** Why staff gave the line a price of its own. */
  priceReason?: string
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

/** A tax rate in millionths (18 % is 180,000), and the sentence why it applies. */
export interface AppliedRate {
  rate: number
  why: string
}

/** How the items of a cart and their delivery are taxed. */
export interface TaxRules extends RoundingRules {
  /** `GST`, `VAT` or `Sales tax`. */
  name: string
  /** Where the tax is due, or where an untaxed sale goes. ISO 3166. */
  country: string
  /** The sentence that the invoice needs; empty: none. */
  note: string
  /** Delivery has the rates of the goods by value, the highest of them, or no tax. */
  delivery: 'share' | 'highest' | 'none'
  /** The rate of an item for a price per unit in minor units, after all discounts, with tax if prices include it. */
  rateOf: (item: TaxedItem, unitPrice: number) => AppliedRate
  /** The price of a unit at the destination, from the one in the catalogue. Minor units. */
  priceOf: (item: TaxedItem, price: number) => number
}

/** A part of the delivery charge at one rate, in minor units. */
export interface DeliveryTax extends AppliedRate {
  /** The part of `shipping`: with tax if prices include it. */
  amount: number
  tax: number
}

/** The share of a line in each total, in minor units. The shares of all lines add up to the total. */
export interface LineShare {
  /** Before offer and sale price. */
  subtotal: number
  /** Discount of the offer or the sale price. */
  discount: number
  /** Discount of the coupon. */
  coupon: number
  /** Included in `total`. */
  tax: number
  /** The price to pay, including tax. */
  total: number
}

/** A line with the rate of its tax. */
export interface TaxedShare extends LineShare, AppliedRate {}

/** Minor units: total = subtotal - discount - coupon + shipping, plus tax if prices exclude it. */
export interface CartTotals extends LineShare {
  quantity: number
  /** With its tax if prices include it, and with `cashFee`. */
  shipping: number
  /** The part of `shipping` that only cash on delivery costs. */
  cashFee: number
  /** The tax of delivery; `tax` contains it. */
  shippingTax: number
  /** The delivery charge by rate; empty without a charge or without tax on it. */
  shippingTaxes: DeliveryTax[]
  freeShippingFrom: number | null
  /** In the order of the input lines. */
  lines: TaxedShare[]
}

/** Everything that a total depends on besides the lines. */
export interface CartRules {
  shipping: ShippingRule
  tax: TaxRules
  coupon?: CouponRule | undefined
  /** Charged with the delivery, also where that is free. Minor units. */
  cashFee?: number | undefined
}

// The rules of rounding and order:
// - An offer rounds the unit price; a lower sale price counts in its place. A line is that price times its quantity.
// - A coupon applies after offers: a percentage per line (half a minor unit up), an amount shared by line value.
// - Tax is computed per line on the rest (half a minor unit up), or as `TaxRounding` says. The rate is that of the price per
//   unit, rounded down.
// - Delivery is split by the value of the goods at each rate without tax, and taxed part by part.
// - The fee of cash on delivery is taxed as delivery is, and neither a coupon nor free shipping takes it off.
// - Free shipping depends on the value after offers, before the coupon.

/** Totals lines that can be ordered. RangeError if a sum exceeds the safe integers. */
export function computeCart(
  lines: readonly PricedLine[],
  { shipping, tax, coupon, ...rules }: CartRules,
): CartTotals {
  const values = lines.map((line) => unitPrice(line) * line.quantity)
  const coupons = couponShares(lines, values, coupon)
  const lineShares = lines.map((line, index) => shareOf(line, values[index] ?? 0, coupons[index] ?? 0, tax))
  // Gift cards are not delivered: they neither make delivery free nor share its tax.
  const isGoods = lines.map(({ taxClass }) => taxClass !== giftCardClass)
  const orderValue = sum(values.filter((_, index) => isGoods[index]))
  const cashFee = lines.length === 0 ? 0 : (rules.cashFee ?? 0)
  const isFree = lines.length === 0 || coupon?.kind === 'free_delivery'
  const shippingCost = sum([isFree ? 0 : shippingFor(shipping, orderValue), cashFee])
  const goodsShares = lineShares.filter((_, index) => isGoods[index])
  const { shares, shippingTaxes } = roundByRate(
    lineShares,
    deliveryTaxes(shippingCost, goodsShares, tax),
    tax,
  )
  const sumOf = (name: keyof LineShare) => sum(shares.map((share) => share[name]))
  const shippingTax = sum(shippingTaxes.map((part) => part.tax))
  return {
    quantity: sum(lines.map(({ quantity }) => quantity)),
    subtotal: sumOf('subtotal'),
    discount: sumOf('discount'),
    coupon: sumOf('coupon'),
    shipping: shippingCost,
    cashFee,
    shippingTax,
    shippingTaxes,
    tax: sum([sumOf('tax'), shippingTax]),
    total: sum([sumOf('total'), shippingCost, tax.includesTax ? 0 : shippingTax]),
    freeShippingFrom: shipping.freeFrom,
    lines: shares,
  }
}

/** Lines and delivery with the tax that `taxesByRate` gives them. */
function roundByRate(lines: readonly TaxedShare[], delivery: readonly DeliveryTax[], rules: TaxRules) {
  const taxes = taxesByRate(
    [
      ...lines.map(({ rate, total, tax }) => ({ rate, net: total - tax, tax })),
      ...delivery.map(({ rate, amount: net, tax }) => ({ rate, net, tax })),
    ],
    rules,
  )
  return {
    shares: lines.map((line, index) => {
      const tax = taxes[index] ?? 0
      return { ...line, tax, total: line.total - line.tax + tax }
    }),
    shippingTaxes: delivery.map((part, index) => ({ ...part, tax: taxes[lines.length + index] ?? 0 })),
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

function shareOf(line: PricedLine, value: number, coupon: number, rules: TaxRules): TaxedShare {
  const { price, quantity } = line
  const subtotal = price * quantity
  const net = value - coupon
  const { rate, why } = rules.rateOf(line, Math.floor(net / quantity))
  const tax = taxOf(net, rate, rules)
  return {
    subtotal,
    discount: subtotal - value,
    coupon,
    tax,
    total: rules.includesTax ? net : net + tax,
    rate,
    why,
  }
}

/** Splits the delivery charge by the value of the goods at each rate. */
function deliveryTaxes(cost: number, shares: readonly TaxedShare[], rules: TaxRules): DeliveryTax[] {
  if (cost === 0 || rules.delivery === 'none') return []
  const byRate = [...Map.groupBy(shares, ({ rate }) => rate)]
    .map(([rate, some]) => ({ rate, value: sum(some.map(({ total, tax }) => total - tax)) }))
    .toSorted((a, b) => b.rate - a.rate)
  // Goods without a price have no value to share by.
  const isByValue = rules.delivery === 'share' && byRate.some(({ value }) => value > 0)
  const rates = isByValue ? byRate.filter(({ value }) => value > 0) : byRate.slice(0, 1)
  const amounts = isByValue
    ? shareOut(
        cost,
        rates.map(({ value }) => value),
      )
    : [cost]
  return rates.map(({ rate }, index) => {
    const amount = amounts[index] ?? 0
    const percent = `${rate / 10_000} %: delivery`
    const why =
      rates.length > 1
        ? `${percent}, by the share of the goods at this rate`
        : `${percent}, at the ${rules.delivery === 'highest' ? 'highest ' : ''}rate of the goods`
    return { rate, why, amount, tax: taxOf(amount, rate, rules) }
  })
}

function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, amount) => all + amount, 0)
  if (!Number.isSafeInteger(total)) throw new RangeError(`The sum ${total} is too large`)
  return total
}
