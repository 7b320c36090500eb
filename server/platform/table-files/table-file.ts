import { isUtf8 } from 'node:buffer'
import { readCsv } from './csv.ts'
import { readJsonLines } from './json-lines.ts'
import {
  isStorable,
  MAX_COLUMNS,
  MAX_ROWS,
  requireCell,
  tableError,
  tooManyColumns,
  tooManyRows,
  type Line,
  type TableRow,
} from './table.ts'
import { readXlsx } from './read-xlsx.ts'

/** The kinds of files with a table. */
export type TableKind = 'csv' | 'xlsx' | 'jsonl'

/** A table that was recognised. Each call of `rows` reads it again from its beginning. */
export interface TableFile {
  kind: TableKind
  headings: string[]
  rows(): AsyncGenerator<TableRow>
}

/**
 * Recognises a table by its content: CSV (UTF-8, UTF-16 or Windows-1252; comma, semicolon, tab or bar), XLSX (the first
 * sheet) or JSON lines. Throws AppError 400 with a sentence for anything else; so do the rows.
 */
export async function openTable(bytes: Buffer): Promise<TableFile> {
  if (bytes.length === 0) throw tableError('This file is empty')
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    return withHeadings('xlsx', () => readXlsx(bytes))
  }
  const text = decode(bytes)
  if (text.slice(0, 4000).includes('\0')) throw tableError('Choose a CSV, XLSX or JSON Lines file')
  if (/^\s*\{/.test(text.slice(0, 1000))) return openJsonLines(text)
  return withHeadings('csv', () => readCsv(text))
}

async function withHeadings(kind: TableKind, read: () => AsyncGenerator<Line>): Promise<TableFile> {
  const lines = read()
  const first = await lines.next()
  await lines.return(undefined)
  if (first.done) throw tableError('This file has no rows')
  const headings = requireHeadings(first.value.cells)
  const start = first.value.line
  return {
    kind,
    headings: headings.filter((heading) => heading !== ''),
    async *rows() {
      let count = 0
      for await (const { line, cells } of read()) {
        if (line === start || cells.every((cell) => cell.trim() === '')) continue
        if (++count > MAX_ROWS) throw tooManyRows()
        yield { line, cells: Object.fromEntries(headings.flatMap((name, i) => pairOf(name, cells[i], line))) }
      }
    },
  }
}

async function openJsonLines(text: string): Promise<TableFile> {
  const headings = new Set<string>()
  for await (const { cells } of readJsonLines(text)) {
    for (const name of Object.keys(cells)) headings.add(name)
    if (headings.size > MAX_COLUMNS) throw tooManyColumns()
  }
  if (headings.size === 0) throw tableError('This file has no rows')
  return { kind: 'jsonl', headings: [...headings], rows: () => readJsonLines(text) }
}

function pairOf(name: string, cell: string | undefined, line: number): [string, string][] {
  if (name === '' || cell === undefined) return []
  return [[name, requireCell(cell, name, line)]]
}

function requireHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => cell.trim())
  if (headings.length > MAX_COLUMNS) throw tooManyColumns()
  if (!headings.every(isStorable)) throw tableError('A heading has a character that can’t be stored')
  if (headings.every((heading) => heading === '')) throw tableError('The first line has no headings')
  const named = headings.filter((heading) => heading !== '')
  const twice = named.find((heading, i) => named.indexOf(heading) !== i)
  if (twice !== undefined) throw tableError(`The heading “${twice}” appears twice`)
  return headings
}

/** Byte order marks decide; without one, bytes that are not UTF-8 are Windows-1252, as Excel writes it. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // A multi-byte character is never cut, because the whole file is checked.
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}
