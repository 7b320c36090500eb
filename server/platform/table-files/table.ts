import { AppError } from '#server/http/errors.ts'

/** A row below the headings. */
export interface TableRow {
  /** As an editor counts: the headings are line 1. */
  line: number
  /** The trimmed texts by heading. */
  cells: Readonly<Record<string, string>>
}

/** A line of cells as the readers give it; the first one has the headings. */
export interface Line {
  line: number
  cells: string[]
}

/** What a file may contain. More is refused with a sentence. */
export const MAX_COLUMNS = 500
export const MAX_ROWS = 500_000
export const MAX_CELL_CHARACTERS = 100_000

/** AppError 400 for a file that cannot be read. */
export const tableError = (message: string): AppError => new AppError(400, 'invalid_file', message)

export const tooManyRows = () => tableError(`This file has more than ${MAX_ROWS.toLocaleString('en')} rows`)
export const tooManyColumns = () => tableError(`This file has more than ${MAX_COLUMNS} columns`)
