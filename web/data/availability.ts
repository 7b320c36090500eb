import type { Variant } from '#contract/catalog/product.ts'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'

type StockOfVariant = Pick<Variant, 'stock' | 'sellwhensoldout'>

/** `backorder`: none is left, but it can be ordered and is sent when new stock arrives. */
export type Availability = 'in-stock' | 'backorder' | 'sold-out'

export function availabilityOf({ stock, sellwhensoldout }: StockOfVariant): Availability {
  if (stock === null || stock > 0) return 'in-stock'
  return sellwhensoldout ? 'backorder' : 'sold-out'
}

export const canOrder = (variant: StockOfVariant) => availabilityOf(variant) !== 'sold-out'

/** The units that one cart line can hold; 0: sold out. */
export function orderableUnits({ stock, sellwhensoldout }: StockOfVariant): number {
  return stock === null || sellwhensoldout ? MAX_QUANTITY : Math.min(Math.max(stock, 0), MAX_QUANTITY)
}
