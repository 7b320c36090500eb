import type { TableRow } from '#server/platform/table-files/table.ts'
import { parseFlag, type Remarks } from '../../formats/cell-reader.ts'
import type { ImportedVariant } from '../imported-product.ts'
import type { ProductReader } from '../product-columns.ts'

type Stock = Pick<ImportedVariant, 'stock' | 'tracked' | 'sellWhenSoldOut'>

/** The units of a variant, which may be below 0, and how they are counted. Units that are not counted say nothing. */
export function stockOf(
  row: TableRow,
  read: ProductReader,
  remarks: Remarks,
  { tracked, sellWhenSoldOut }: Pick<Stock, 'tracked' | 'sellWhenSoldOut'> = countingOf(row, read, remarks),
): Stock {
  if (tracked === false) return { tracked, sellWhenSoldOut: false }
  const units = read.units(row, 'stock', remarks)
  return {
    ...(tracked !== undefined && { tracked }),
    ...(sellWhenSoldOut !== undefined && { sellWhenSoldOut }),
    ...(units !== undefined && { stock: units }),
  }
}

/** The columns of this shop's file: `yes` or `no`. */
function countingOf(
  row: TableRow,
  read: ProductReader,
  { notes }: Remarks,
): Pick<Stock, 'tracked' | 'sellWhenSoldOut'> {
  const flag = (column: 'tracked' | 'sellWhenSoldOut', name: string) => {
    const found = read.text(row, column)
    const value = parseFlag(found)
    if (found !== undefined && value === undefined)
      notes.push(`Line ${row.line}: “${found.slice(0, 40)}” under ${name} is neither yes nor no`)
    return value
  }
  return {
    tracked: flag('tracked', 'Count stock'),
    sellWhenSoldOut: flag('sellWhenSoldOut', 'Sell when sold out'),
  }
}
