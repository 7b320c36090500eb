import { tableError, type TableRow } from '#server/platform/table-files/table.ts'
import type { ImportedRow } from './import-kind.ts'

/** More than the largest CSV has. A workbook may have more, because its cells share texts. */
const MAX_WAITING_CHARACTERS = 64 * 1024 * 1024

/**
 * Rows wait in memory until their record is complete: the variations of a product may be anywhere in a file. Throws AppError
 * 400 if too many of them wait.
 */
export function limitWaiting(maxCharacters = MAX_WAITING_CHARACTERS) {
  let waiting = 0
  return {
    /** Counts the rows that are read. */
    async *rows(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
      for await (const row of rows) {
        for (const cell of Object.values(row.cells)) waiting += cell.length
        if (waiting > maxCharacters)
          throw tableError(`Line ${row.line}: too many rows belong to one record. Split the file.`)
        yield row
      }
    },
    /** A complete record frees the rows that it was made of. Returns its size in characters. */
    yielded(record: ImportedRow): number {
      const characters = JSON.stringify(record).length
      waiting = Math.max(0, waiting - characters)
      return characters
    },
  }
}
