import type { CartTotals, LineShare, PricedLine } from './cart.ts'
import { formatMoney } from './money.ts'

/** One step of a computation. Minor units; what is contained in others is told, but not added. */
export interface Step {
  text: string
  amount: number
  contained: boolean
}

/** How amounts are written, and what there is to tell beside the figures. */
export interface StepWords {
  currency: string
  locale: string
  pricesIncludeTax: boolean
  couponCode?: string | null | undefined
}

/** How the total of a line came about: the steps that are not contained add up to it. */
export function stepsOf(line: PricedLine, share: LineShare, words: StepWords): Step[] {
  const { currency, locale, pricesIncludeTax } = words
  const pieces = `${line.quantity} × ${formatMoney(line.price, currency, locale)}`
  return [
    step(pieces, share.subtotal),
    ...(share.discount > 0 ? [step(`Offer: ${percent(line.offer)} off`, -share.discount)] : []),
    ...(share.coupon > 0 ? [step(`Share of ${couponName(words)}`, -share.coupon)] : []),
    ...(line.gst > 0 ? [step(gstWords(line.gst, pricesIncludeTax), share.tax, pricesIncludeTax)] : []),
  ]
}

/** How the total of a cart came about, in the same way. */
export function totalSteps(
  totals: Omit<CartTotals, 'lines' | 'pieces' | 'freeShippingFrom'>,
  words: StepWords,
): Step[] {
  const { pricesIncludeTax } = words
  return [
    step('Sub total', totals.subtotal),
    ...(totals.discount > 0 ? [step('Offers', -totals.discount)] : []),
    ...(totals.coupon > 0 ? [step(capital(couponName(words)), -totals.coupon)] : []),
    step('Shipping', totals.shipping),
    step(pricesIncludeTax ? 'GST, included' : 'GST', totals.tax, pricesIncludeTax),
  ]
}

const step = (text: string, amount: number, contained = false): Step => ({ text, amount, contained })

const couponName = ({ couponCode }: StepWords) => (couponCode ? `coupon ${couponCode}` : 'the coupon')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const gstWords = (gst: number, included: boolean) =>
  included ? `${percent(gst)} GST, included` : `${percent(gst)} GST`

const percent = (hundredths: number) => `${hundredths / 100} %`
