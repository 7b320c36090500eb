import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ColumnMapping, ReadSettings } from './cell-reader.ts'

/** Reads the rows of a file from its beginning. `count`: the format counts them and keeps none. */
export type RowSource = (pass?: 'count') => AsyncIterable<TableRow>

/** A kind of file: how it is recognised, and how its rows become records. */
export interface Format<Row, Column extends string = string> {
  /** As stored and sent: "shopify". */
  format: string
  /** Whether a file with these headings, in lower case, is of this kind. */
  recognises(headings: ReadonlySet<string>): boolean
  /** The headings that it uses, of those that a file has. */
  mapping(headings: readonly string[]): ColumnMapping<Column>
  /** Whether it reads a column that is not mapped. */
  reads?(heading: string): boolean
  /** Reads the records. A format may count the rows before it reads them, as often as it needs. */
  read(rows: RowSource, settings: ReadSettings<Column>): AsyncGenerator<Row>
}

/** The first of the known headings that a file has, whatever their case. */
export function mapHeadings<Column extends string>(
  headings: readonly string[],
  known: Partial<Record<Column, readonly string[]>>,
): ColumnMapping<Column> {
  const byKey = new Map(headings.map((heading) => [heading.toLowerCase(), heading]))
  const pairs = Object.entries<readonly string[] | undefined>(known).flatMap(([column, names = []]) => {
    const found = names.find((name) => byKey.has(name.toLowerCase()))
    return found === undefined ? [] : [[column, byKey.get(found.toLowerCase())] as const]
  })
  return Object.fromEntries(pairs) as ColumnMapping<Column>
}
