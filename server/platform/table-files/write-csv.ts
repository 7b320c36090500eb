/** A text, a number, or an amount of money as its decimal text. */
export type CsvCell = string | number | { amount: string }

/**
 * A CSV file (RFC 4180) in UTF-8 with the byte order mark that Excel needs. A quote precedes a text that a spreadsheet would
 * run as a formula; `withoutFormulaQuote` removes it.
 */
export const toCsv = (table: readonly (readonly CsvCell[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(csvMark + csvLines(table))

/** The byte order mark at the beginning of a CSV file. */
export const csvMark = '\uFEFF'

/** The lines of a CSV file, as `toCsv` writes them, for files that are written in parts. */
export const csvLines = (table: readonly (readonly CsvCell[])[]): string =>
  table.map((row) => `${row.map(format).join(',')}\r\n`).join('')

function format(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.amount
  const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n\t']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a cell whose formula `toCsv`, or a spreadsheet, has disarmed. */
export const withoutFormulaQuote = (cell: string): string => cell.replace(/^'(?=\s*[=+\-@\t\r])/, '')
