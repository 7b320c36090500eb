import type { TableKind } from './table-file.ts'

/** The cells of a row in the order of the headings; null for one that the row does not have. */
export type RowMessage = [line: number, ...cells: (string | null)[]]

/** What the reading process writes: a JSON object per line. The first has the headings, and the last is `end` or `refusal`. */
export type ReaderMessage =
  | { headings: string[]; kind: TableKind }
  | { rows: RowMessage[] }
  | { end: true }
  /** Why the file cannot be read, for people. */
  | { refusal: string }
