import type { TableRow } from '#server/platform/table-files/table.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { ColumnMapping, ReadSettings } from './cell-reader.ts'

/** A kind of products file: how it is recognised, and how its rows become products. */
export interface Format {
  /** As stored and sent: "shopify". */
  format: string
  /** Whether a file with these headings is of this kind. */
  recognises(headings: ReadonlySet<string>): boolean
  /** The headings that it uses, of those that a file has. */
  mapping(headings: readonly string[]): ColumnMapping
  /** Reads the products. `rows` may be called several times. */
  read(rows: () => AsyncIterable<TableRow>, settings: ReadSettings): AsyncGenerator<ImportedProduct>
}

/** The first of the known headings that a file has, whatever their case. */
export function mapHeadings(
  headings: readonly string[],
  known: Partial<Record<keyof ColumnMapping, readonly string[]>>,
): ColumnMapping {
  const byKey = new Map(headings.map((heading) => [heading.toLowerCase(), heading]))
  const pairs = Object.entries(known).flatMap(([column, names]) => {
    const found = names.find((name) => byKey.has(name.toLowerCase()))
    return found === undefined ? [] : [[column, byKey.get(found.toLowerCase())] as const]
  })
  return Object.fromEntries(pairs)
}
