import type { ImportStep, ImportWarning } from '#contract/imports/import.ts'
import { importKinds, type ImportedKind, type ImportFormat } from '#contract/imports/kinds.ts'

export const formatLabels: Record<ImportFormat, string> = {
  haat: 'This shop, or another table',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  magento: 'Magento 2',
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
  withdrawn: 'Withdrawn',
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
  spreadsheet: 'A spreadsheet may have changed a value',
}

/** What a heading of a file of this kind can be mapped to, with labels. */
export const columnLabels = (kind: ImportedKind): [column: string, label: string][] =>
  Object.entries(importKinds[kind].columns).map(([column, { heading }]) => [column, heading])

/** "1 product", "3 products". */
export const countText = (kind: ImportedKind, count: number): string =>
  `${count} ${importKinds[kind].noun[count === 1 ? 0 : 1]}`

/** "about 40 seconds", "about 3 minutes". */
export const durationText = (seconds: number): string =>
  seconds < 90 ? `about ${Math.max(1, seconds)} seconds` : `about ${Math.round(seconds / 60)} minutes`

/** What a file of this kind does. */
export const kindTexts: Record<ImportedKind, string> = {
  products:
    'Products with variants, prices, stock and images, from this shop, Shopify, WooCommerce, Magento 2 or a supplier.',
  customers:
    'Customers with their addresses, from this shop, Shopify or WooCommerce. They get no email, and choose a password when they first sign in.',
  orders:
    'Finished orders as history, from this shop, Shopify or WooCommerce. They keep their number and date, and change no stock.',
  redirects: 'Old paths and where they lead now, from this shop or Shopify.',
  stock:
    'Counted stock by SKU, from this shop, Shopify or a warehouse. The quantity is what can be sold from now on.',
}
