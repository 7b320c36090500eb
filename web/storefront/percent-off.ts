import type { ProductCard } from '#contract/catalog/product.ts'

/**
 * The whole percentage that shoppers save: that of the offer, or of a sale price that is lower. The latter is rounded down, so
 * that no page promises more than it gives.
 */
export function percentOff(
  { productoffer }: Pick<ProductCard, 'productoffer'>,
  { regular, now }: { regular: number; now: number },
): number {
  return Math.max(Math.round(productoffer), Math.floor(100 - (100 * now) / regular + 1e-9))
}
