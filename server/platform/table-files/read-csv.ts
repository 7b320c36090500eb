import { Readable } from 'node:stream'
import { CsvError, parse, type Info } from 'csv-parse'
import { MAX_COLUMNS, MAX_ROW_CHARACTERS, tableError, tooManyColumns, type Line } from './table.ts'

/** The lines of a CSV text in parts. Throws AppError 400 that names the line of a broken quote. */
export async function* readCsv(parts: () => Iterable<string>): AsyncGenerator<Line> {
  const [first = ''] = parts()
  const delimiter = recogniseDelimiter(first)
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // A quote that is never closed would collect the rest of the file.
    max_record_size: MAX_ROW_CHARACTERS,
  })
  const source = Readable.from(limitCells(parts(), delimiter))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    let next = 1
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      // A record begins after the end of the one before it.
      yield { line: next, cells: record.slice(0, MAX_COLUMNS + 1) }
      next = info.lines + 1
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The character that separates most cells of the first line: a comma, semicolon, tab or bar. */
export function recogniseDelimiter(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) break
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best?.[0] ?? ','
}

/** The parser limits the texts of a line, but not its empty cells: this refuses a line with too many of them. */
function* limitCells(parts: Iterable<string>, delimiter: string): Generator<string> {
  let cells = 0
  for (const part of parts) {
    const lastLine = part.slice(Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r')) + 1)
    cells = (lastLine.length < part.length ? 0 : cells) + lastLine.split(delimiter).length
    if (cells > MAX_ROW_CHARACTERS) throw tooManyColumns()
    yield part
  }
}

function explain(error: CsvError) {
  const line = (error as CsvError & { lines?: number }).lines
  const where = line === undefined ? '' : `Line ${line}: `
  return error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? tableError(`${where}a quotation mark is not closed`)
    : tableError(`${where}this line can’t be read`)
}
