import { isUtf8 } from 'node:buffer'
import { readCsv } from './read-csv.ts'
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
import { openXlsx, type Workbook } from './read-xlsx.ts'

/** The kinds of files with a table. */
export type TableKind = 'csv' | 'xlsx' | 'jsonl'

/** A table that was recognised. Each call of `rows` reads it again from its beginning. */
export interface TableFile {
  kind: TableKind
  /** The sheets of a workbook that people see; none for another file. */
  sheets: string[]
  /** The one that is read. */
  sheet: string | undefined
  headings: string[]
  rows(): AsyncGenerator<TableRow, void>
}

/**
 * Recognises a table by its content: CSV (UTF-8, UTF-16 or Windows-1252; comma, semicolon, tab or bar), XLSX (the given sheet,
 * or the first with headings) or JSON lines. For other content it throws AppError 400 with a sentence; so do the rows. The
 * shop calls `openTableApart`, which runs this in a separate process.
 */
export async function openTable(bytes: Buffer, sheet?: string): Promise<TableFile> {
  if (bytes.length === 0) throw tableError('This file is empty')
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    return openWorkbook(await openXlsx(bytes), sheet)
  }
  const parts = textParts(bytes)
  const [first = ''] = parts()
  if (first.slice(0, 4000).includes('\0')) throw tableError('Choose a CSV, XLSX or JSON Lines file')
  if (/^\s*\{/.test(first.slice(0, 1000))) return openJsonLines(parts)
  return withHeadings('csv', () => readCsv(parts))
}

async function openWorkbook({ sheets, lines }: Workbook, wanted: string | undefined): Promise<TableFile> {
  let failure: unknown
  for (const sheet of wanted === undefined ? sheets : [wanted]) {
    try {
      return { ...(await withHeadings('xlsx', () => lines(sheet))), sheets, sheet }
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
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
    sheets: [],
    sheet: undefined,
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

async function openJsonLines(parts: () => Iterable<string>): Promise<TableFile> {
  const headings = new Set<string>()
  for await (const { line, cells } of readJsonLines(parts)) {
    for (const name of Object.keys(cells)) headings.add(requireHeading(name, line))
    if (headings.size > MAX_COLUMNS) throw tooManyColumns()
  }
  if (headings.size === 0) throw tableError('This file has no rows')
  return {
    kind: 'jsonl',
    sheets: [],
    sheet: undefined,
    headings: [...headings],
    rows: () => readJsonLines(parts),
  }
}

function pairOf(name: string, cell: string | undefined, line: number): [string, string][] {
  if (name === '' || cell === undefined) return []
  return [[name, requireCell(cell, name, line)]]
}

/** Longer ones cannot be chosen for a column. */
const MAX_HEADING_CHARACTERS = 1000

function requireHeading(name: string, line = 1): string {
  if (name.length > MAX_HEADING_CHARACTERS) throw tableError(`Line ${line}: a heading is too long`)
  return name
}

function requireHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => requireHeading(cell.trim()))
  if (headings.length > MAX_COLUMNS) throw tooManyColumns()
  if (!headings.every(isStorable)) throw tableError('A heading has a character that can’t be stored')
  if (headings.every((heading) => heading === '')) throw tableError('The first line has no headings')
  const named = headings.filter((heading) => heading !== '')
  const twice = named.find((heading, i) => named.indexOf(heading) !== i)
  if (twice !== undefined) throw tableError(`The heading “${twice}” appears twice`)
  return headings
}

const PART_BYTES = 64 * 1024

/**
 * The text of a file in parts. Byte order marks decide; without one, bytes that are not UTF-8 are Windows-1252, as Excel
 * writes it.
 */
function textParts(bytes: Buffer): () => Generator<string> {
  const encoding = encodingOf(bytes)
  return function* parts() {
    const decoder = new TextDecoder(encoding)
    for (let from = 0; from < bytes.length; from += PART_BYTES)
      yield decoder.decode(bytes.subarray(from, from + PART_BYTES), { stream: true })
    yield decoder.decode()
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // A multi-byte character is never cut, because the whole file is checked.
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}
