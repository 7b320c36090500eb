import type { ImportWarning } from '#contract/imports/import.ts'
import type { TableRow } from '#server/platform/table-files/table.ts'
import type { Remarks } from '../../formats/cell-reader.ts'
import { isDayAndMonth } from '../../formats/date.rules.ts'
import type { ProductColumn, ProductReader } from '../product-columns.ts'

const error = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!)$/i
const shortened = /^\d(?:[.,]\d+)?E\+\d+$/i
/** "10-Dec" was 10-12 or 12/10, as sizes are written; a workbook has the whole date. */
const isDated = (text: string) => isDayAndMonth(text) || /^\d{4}-\d{2}-\d{2}$/.test(text)

const texts: readonly ProductColumn[] = [
  'handle',
  'name',
  'category',
  'brand',
  'sku',
  'barcode',
  'mpn',
  'shelf',
]

/**
 * The SKU of a row, without the apostrophe that marks a number as a text: '0042. Undefined for one that a spreadsheet has
 * shortened, because others are shortened to the same.
 */
export function skuOf(row: TableRow, read: ProductReader): string | undefined {
  const sku = read.text(row, 'sku')?.replace(/^'(?=\d)/, '')
  return sku !== undefined && shortened.test(sku) ? undefined : sku
}

/** Says what a spreadsheet has done to these rows, and what staff are asked about. `optionsOf` reads the values of options. */
export function checkSpreadsheet(
  rows: readonly TableRow[],
  read: ProductReader,
  { problems, notes }: Remarks,
  optionsOf: (row: TableRow) => string[],
): ImportWarning[] {
  const warnings = new Set<ImportWarning>()
  for (const row of rows) {
    for (const column of texts) {
      const found = read.text(row, column) ?? ''
      const where = `Line ${row.line}: “${found}” under ${read.heading(column)}`
      if (error.test(found)) problems.push(`${where} is an error of a spreadsheet. Mend it there`)
      if (!shortened.test(found) || column === 'name') continue
      notes.push(
        `${where} was shortened by a spreadsheet and is left out. Format the column as text and export it again`,
      )
      warnings.add('spreadsheet')
    }
    for (const value of optionsOf(row)) {
      if (error.test(value))
        problems.push(`Line ${row.line}: “${value}” is an error of a spreadsheet. Mend it there`)
      if (!isDated(value)) continue
      notes.push(`Line ${row.line}: a spreadsheet may have made “${value}” of another value, such as 10-12`)
      warnings.add('spreadsheet')
    }
  }
  return [...warnings]
}
