import type { StockRow } from '#contract/stock/stock.ts'

/** "Sage, Small"; empty if the product has no options. */
export const optionsOf = ({ options }: Pick<StockRow, 'options'>) => Object.values(options).join(', ')

/** "Mug (Sage, Small)" */
export function variantName(row: Pick<StockRow, 'productname' | 'options'>): string {
  const options = optionsOf(row)
  return options ? `${row.productname} (${options})` : row.productname
}
