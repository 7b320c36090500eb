import type { LineRow } from '#server/modules/cart/index.ts'
import { offerPrice } from '#server/modules/pricing/index.ts'
import { isFor, type Coupon } from '#server/modules/promotions/index.ts'

/** The value of what a coupon is for, after offers; minor units. */
export function goodsFor(coupon: Coupon | undefined, rows: readonly LineRow[]): number {
  return rows
    .filter((row) => coupon && isFor(coupon, row))
    .reduce((sum, { price, offer, quantity }) => sum + offerPrice(price, offer) * quantity, 0)
}
