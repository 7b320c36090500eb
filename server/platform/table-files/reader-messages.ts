import type { TableFile } from './table-file.ts'

/** What to read of a file. */
export interface FileRequest {
  /** Of a workbook; otherwise the first with headings. */
  sheet?: string | undefined
}

/** The cells of a row in the order of the headings; null for one that the row does not have. */
export type RowMessage = [line: number, ...cells: (string | null)[]]

/** What the reading process writes: a JSON object per line. The first has the headings, and the last is `end` or `refusal`. */
export type ReaderMessage =
  | Omit<TableFile, 'rows'>
  | { rows: RowMessage[] }
  | { end: true }
  /** Why the file cannot be read, for people. */
  | { refusal: string }
