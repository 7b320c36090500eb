import type { ProductStatus } from '#contract/product.ts'

export const statusWords: Record<ProductStatus, string> = {
  draft: 'Draft',
  live: 'Live',
  archived: 'Archived',
}

/** The states with what they mean, for a select. */
export const statusOptions: readonly (readonly [ProductStatus, string])[] = [
  ['live', 'Live: shoppers see it'],
  ['draft', 'Draft: not shown yet'],
  ['archived', 'Archived: no longer shown'],
]
