/** The columns of the stock file, in order. Import and template share them. */
export const stockColumns = {
  sku: { heading: 'SKU' },
  /** Units that can be sold now. */
  quantity: { heading: 'Quantity' },
} as const
export type StockColumnName = keyof typeof stockColumns
