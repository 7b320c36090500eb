import type { ImportFormat, ImportStep, ImportSummary, ImportWarning } from '#contract/catalog/import.ts'
import { productColumns } from '#contract/catalog/product-columns.ts'

export const formatLabels: Record<ImportFormat, string> = {
  haat: 'Products file',
  shopify: 'Shopify products',
  woocommerce: 'WooCommerce products',
  magento: 'Magento 2 products',
}

export const stepLabels: Record<ImportStep, string> = {
  mapping: 'Needs columns',
  checking: 'Checking',
  ready: 'Ready to import',
  running: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Can’t be read',
}

export const outcomeLabels = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refuse: 'Refused',
  failed: 'Failed',
} as const

export const warningLabels: Record<ImportWarning, string> = {
  price_change: 'Price changes by more than 30%',
  price_zero: 'Price becomes 0',
  stock_zero: 'Stock becomes 0',
}

type Column = keyof ImportSummary['mapping']

/** The columns that a heading can be mapped to, with their labels. */
export const columnLabels: readonly (readonly [Column, string])[] = [
  ...Object.entries(productColumns).map(([column, { heading }]) => [column as Column, heading] as const),
  ['compareAtPrice', 'Price before discount'],
]

/** "1 product", "3 products". */
export const productsText = (count: number): string => (count === 1 ? '1 product' : `${count} products`)

/** "about 40 seconds", "about 3 minutes". */
export const durationText = (seconds: number): string =>
  seconds < 90 ? `about ${Math.max(1, seconds)} seconds` : `about ${Math.round(seconds / 60)} minutes`
