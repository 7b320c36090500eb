import { minorDigits, toMajor } from '#server/modules/pricing/index.ts'

/** A cell: a text, a whole number, or an amount in minor units. */
export type Cell = string | number | { minor: number }

/**
 * A table as a CSV file (RFC 4180) in UTF-8, with a byte order mark, without which Excel takes UTF-8 for something else.
 * Amounts are decimals with all digits of the currency. A text that a spreadsheet would compute gets a quote before it.
 */
export function toCsv(table: readonly (readonly Cell[])[], currency: string): Uint8Array<ArrayBuffer> {
  const digits = minorDigits(currency)
  const written = (cell: Cell) => {
    if (typeof cell === 'number') return String(cell)
    if (typeof cell === 'object') return toMajor(cell.minor, currency).toFixed(digits)
    const text = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
    return /[",;\r\n\t']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = table.map((row) => `${row.map(written).join(',')}\r\n`)
  return new TextEncoder().encode(`\uFEFF${lines.join('')}`)
}
