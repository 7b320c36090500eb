import type { ImportWarning } from '#contract/imports/import.ts'
import type { VariantInput } from '#server/modules/catalog/index.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { StoredProduct } from './product-plan.ts'

/** A price that changes by more than this share asks for confirmation. */
const MAX_PRICE_CHANGE = 0.3

/** What staff confirm before they import a product. */
export function warningsOf(
  { warnings: found = [] }: ImportedProduct,
  variants: readonly VariantInput[],
  stored: StoredProduct | undefined,
): ImportWarning[] {
  const payable = (variant: VariantInput) => Math.min(variant.price, variant.salePrice ?? Infinity)
  const before = new Map((stored?.state.variants ?? []).map((variant) => [variant.id, payable(variant)]))
  const warnings = new Set(found)
  for (const variant of variants) {
    const { id = 0, stock } = variant
    const price = payable(variant)
    const former = before.get(id)
    if (price === 0 && former !== 0) warnings.add('price_zero')
    if (former && Math.abs(price - former) > MAX_PRICE_CHANGE * former) warnings.add('price_change')
    if (stock === 0 && (stored?.available.get(id) ?? 0) > 0) warnings.add('stock_zero')
  }
  return [...warnings]
}
