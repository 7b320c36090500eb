import type { TableRow } from '#server/platform/table-files/table.ts'
import { parseAmount, type DecimalMark } from './amount.rules.ts'

/** The heading in the file for each column that it has. */
export type ColumnMapping<Column extends string = string> = Partial<Record<Column, string>>

/** How a file is read. */
export interface ReadSettings<Column extends string = string> {
  mapping: ColumnMapping<Column>
  decimalMark: DecimalMark
}

/** Reads the cells of a row by column. Unreadable values become problems of the record. */
export interface CellReader<Column extends string = string> {
  has(column: Column): boolean
  /** Undefined for an empty cell and for a column that the file does not have. */
  text(row: TableRow, column: Column): string | undefined
  amount(row: TableRow, column: Column, problems: string[]): number | undefined
  /** A whole number from 0. */
  whole(row: TableRow, column: Column, problems: string[]): number | undefined
}

export function createCellReader<Column extends string>({
  mapping,
  decimalMark,
}: ReadSettings<Column>): CellReader<Column> {
  const text: CellReader<Column>['text'] = (row, column) => {
    const heading = mapping[column]
    // A spreadsheet file quotes texts that would run as formulas, see `toCsv`.
    return (
      (heading === undefined ? undefined : row.cells[heading]?.replace(/^'(?=\s*[=+\-@\t\r])/, '')) ||
      undefined
    )
  }
  const amount: CellReader<Column>['amount'] = (row, column, problems) => {
    const found = text(row, column)
    if (found === undefined) return undefined
    const value = parseAmount(found, decimalMark)
    if (value !== undefined && value >= 0) return value
    problems.push(
      `Line ${row.line}: “${found.slice(0, 40)}” under ${mapping[column]} is not an amount of 0 or more`,
    )
    return undefined
  }
  return {
    has: (column) => mapping[column] !== undefined,
    text,
    amount,
    whole(row, column, problems) {
      const value = amount(row, column, problems)
      if (value === undefined || Number.isInteger(value)) return value
      problems.push(`Line ${row.line}: ${mapping[column]} must be a whole number`)
      return undefined
    },
  }
}

/** `yes`, `true` and 1, or `no`, `false` and 0, as spreadsheets write them. Undefined for anything else. */
export function parseFlag(text: string | undefined): boolean | undefined {
  if (/^(?:yes|y|true|1)$/i.test(text ?? '')) return true
  return /^(?:no|n|false|0)$/i.test(text ?? '') ? false : undefined
}
