import type { CartTotals, PricedLine, TaxedShare } from './cart.ts'
import { formatMoney, offerPrice, unitPrice, type Priced } from './money.ts'

/** One step of a price calculation, in minor units. `contained`: part of other amounts, so it is not added. */
export interface Step {
  text: string
  amount: number
  contained: boolean
}

/** How steps are formatted. */
export interface StepFormat {
  currency: string
  locale: string
  pricesIncludeTax: boolean
  /** `GST`, `VAT` or `Sales tax`. */
  taxName: string
  couponCode?: string | null | undefined
  /** Why staff gave a discount in place of a coupon; empty: they gave none. */
  discountReason?: string
}

/** The calculation of a line total: the steps that are not contained add up to it. */
export function lineSteps(
  line: Omit<PricedLine, 'gst'>,
  share: Omit<TaxedShare, 'why'>,
  format: StepFormat,
): Step[] {
  const { currency, locale, pricesIncludeTax } = format
  const special = line.priceReason ? ` (special price: ${line.priceReason})` : ''
  return [
    step(`${line.quantity} × ${formatMoney(line.price, currency, locale)}${special}`, share.subtotal),
    ...(share.discount > 0 ? [step(discountText(line, format), -share.discount)] : []),
    ...(share.coupon > 0 ? [step(`Share of ${couponName(format)}`, -share.coupon)] : []),
    ...(share.rate > 0 ? [step(taxLabel(share.rate, format), share.tax, pricesIncludeTax)] : []),
  ]
}

function discountText({ price, offer, salePrice }: Priced, { currency, locale }: StepFormat): string {
  const isSale = unitPrice({ price, offer, salePrice }) < offerPrice(price, offer)
  if (!isSale) return `Offer: ${offer / 100}% off`
  return `Sale price: ${formatMoney(salePrice ?? price, currency, locale)}`
}

/** The calculation of a cart or order total. */
export function totalSteps(
  totals: Omit<CartTotals, 'lines' | 'quantity' | 'freeShippingFrom' | 'shippingTax' | 'shippingTaxes'>,
  format: StepFormat,
): Step[] {
  const { pricesIncludeTax, taxName } = format
  return [
    step('Subtotal', totals.subtotal),
    ...(totals.discount > 0 ? [step('Offers', -totals.discount)] : []),
    ...(totals.coupon > 0 ? [step(capitalize(couponName(format)), -totals.coupon)] : []),
    step('Shipping', totals.shipping - totals.cashFee),
    ...(totals.cashFee > 0 ? [step('Cash on delivery fee', totals.cashFee)] : []),
    step(pricesIncludeTax ? `${taxName}, included` : taxName, totals.tax, pricesIncludeTax),
  ]
}

const step = (text: string, amount: number, contained = false): Step => ({ text, amount, contained })

function couponName({ couponCode, discountReason }: StepFormat): string {
  if (discountReason) return `discount: ${discountReason}`
  return couponCode ? `coupon ${couponCode}` : 'the coupon'
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `18% GST, included`; the rate is in millionths. */
const taxLabel = (rate: number, { taxName, pricesIncludeTax }: StepFormat) =>
  `${rate / 10_000}% ${taxName}${pricesIncludeTax ? ', included' : ''}`
