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
export const MAX_ROW_CHARACTERS = 4 * MAX_CELL_CHARACTERS

/** AppError 400 for a file that cannot be read. */
export const tableError = (message: string): AppError => new AppError(400, 'invalid_file', message)

export const tooManyRows = () => tableError(`This file has more than ${MAX_ROWS.toLocaleString('en')} rows`)
export const rowTooLong = (line: number) => tableError(`Line ${line} is too long`)
export const tooManyColumns = () => tableError(`This file has more than ${MAX_COLUMNS} columns`)

/** The trimmed text of a cell. AppError 400 for one that is too long, or that a database cannot hold. */
export function requireCell(text: string, name: string, line: number): string {
  if (text.length > MAX_CELL_CHARACTERS)
    throw tableError(`Line ${line}: the text under “${name}” is too long`)
  if (!isStorable(text))
    throw tableError(`Line ${line}: the text under “${name}” has a character that can’t be stored`)
  return text.trim()
}

/** PostgreSQL's texts hold neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
