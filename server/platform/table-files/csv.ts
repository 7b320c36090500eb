import { Readable } from 'node:stream'
import { CsvError, parse, type Info } from 'csv-parse'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, tableError, type Line } from './table.ts'

const PART_CHARACTERS = 64 * 1024
/** A quote that is never closed would collect the rest of the file. */
const MAX_LINE_CHARACTERS = MAX_CELL_CHARACTERS * 4

/** The lines of a CSV text. Throws AppError 400 that names the line of a broken quote. */
export async function* readCsv(text: string): AsyncGenerator<Line> {
  const parser = parse({
    delimiter: recogniseDelimiter(text),
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_CHARACTERS,
  })
  const source = Readable.from(partsOf(text))
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
  for (const character of text.slice(0, PART_CHARACTERS)) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) break
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best?.[0] ?? ','
}

function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PART_CHARACTERS)
    yield text.slice(from, from + PART_CHARACTERS)
}

function explain(error: CsvError) {
  const line = (error as CsvError & { lines?: number }).lines
  const where = line === undefined ? '' : `Line ${line}: `
  return error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? tableError(`${where}a quotation mark is not closed`)
    : tableError(`${where}this line can’t be read`)
}
