import type { ProductStatus } from '#contract/catalog/product.ts'

export const statusLabels: Record<ProductStatus, string> = {
  draft: 'Draft',
  live: 'Live',
  archived: 'Archived',
}

/** The statuses with their effect, for a select. */
export const statusOptions: readonly (readonly [ProductStatus, string])[] = [
  ['live', 'Live – visible in the shop'],
  ['draft', 'Draft – hidden'],
  ['archived', 'Archived – hidden'],
]
