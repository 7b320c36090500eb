import { minorDigits, toMajor } from '#server/modules/pricing/index.ts'

/** A text, an integer, or an amount in minor units. */
export type Cell = string | number | { minor: number }

/**
 * A CSV file (RFC 4180) in UTF-8 with the byte order mark that Excel needs. Amounts are decimals of the currency. A quote
 * precedes a text that a spreadsheet would run as a formula.
 */
export const toCsv = (table: readonly (readonly Cell[])[], currency: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(csvMark + csvLines(table, currency))

/** The byte order mark at the beginning of a CSV file. */
export const csvMark = '\uFEFF'

/** The lines of a CSV file, as `toCsv` writes them, for files that are written in parts. */
export function csvLines(table: readonly (readonly Cell[])[], currency: string): string {
  const digits = minorDigits(currency)
  const format = (cell: Cell) => {
    if (typeof cell === 'number') return String(cell)
    if (typeof cell === 'object') return toMajor(cell.minor, currency).toFixed(digits)
    const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
    return /[",;\r\n\t']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
  }
  return table.map((row) => `${row.map(format).join(',')}\r\n`).join('')
}
