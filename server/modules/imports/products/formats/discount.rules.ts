import { offerPrice } from '#server/modules/pricing/index.ts'
import type { ImportedVariant } from '../imported-product.ts'

/** A variant whose selling price is `price`, and that cost `compareAt` before. */
export interface DiscountedVariant extends ImportedVariant {
  compareAt?: number | undefined
}

interface Discount {
  /** Basis points. */
  offer: number
  variants: ImportedVariant[]
  note?: string
}

/**
 * Other systems have two prices per variant; this shop has one offer per product. The offer is taken if it gives each
 * selling price exactly; otherwise the selling prices are kept and a note says so.
 */
export function toOffer(discounted: readonly DiscountedVariant[]): Discount {
  const variants = discounted.map(({ compareAt: _former, ...variant }) => variant)
  if (discounted.every(({ price, compareAt }) => !isAbove(compareAt, price))) return { offer: 0, variants }
  const [first] = discounted
  const offer = Math.round((1 - (first?.price ?? 0) / (first?.compareAt || 1)) * 10_000)
  const gives = ({ price = 0, compareAt = 0 }: DiscountedVariant) =>
    offerPrice(hundredths(compareAt), offer) === hundredths(price)
  if (!discounted.every((variant) => isAbove(variant.compareAt, variant.price) && gives(variant))) {
    const note =
      'The former prices were left out, because the discount differs between variants or is no round percentage'
    return { offer: 0, variants, note }
  }
  return { offer, variants: variants.map((variant, i) => ({ ...variant, price: discounted[i]?.compareAt })) }
}

const isAbove = (compareAt: number | undefined, price: number | undefined) =>
  compareAt !== undefined && price !== undefined && compareAt > price

const hundredths = (amount: number) => Math.round(amount * 100)
