import {
  isStorable,
  MAX_ROW_CHARACTERS,
  MAX_ROWS,
  requireCell,
  rowTooLong,
  tableError,
  tooManyRows,
  type TableRow,
} from './table.ts'

/** A JSON object per line. Lists become a line per item, other values their text. AppError 400 names a broken line. */
export async function* readJsonLines(parts: () => Iterable<string>): AsyncGenerator<TableRow> {
  let line = 0
  let count = 0
  for (const source of linesOf(parts())) {
    line++
    // A line of a million names would be an object of a million fields.
    if (source.length > MAX_ROW_CHARACTERS) throw rowTooLong(line)
    const object = source.trim()
    if (object === '') continue
    if (++count > MAX_ROWS) throw tooManyRows()
    yield { line, cells: cellsOf(object, line) }
  }
}

/** A line that is too long ends early, so that it is not collected. */
function* linesOf(parts: Iterable<string>): Generator<string> {
  let rest = ''
  for (const part of parts) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > MAX_ROW_CHARACTERS) break
  }
  yield rest
}

function cellsOf(source: string, line: number): Record<string, string> {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    throw tableError(`Line ${line} is not a JSON object`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw tableError(`Line ${line} is not a JSON object`)
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, cell]) => {
      if (!isStorable(name)) throw tableError(`Line ${line}: a name has a character that can’t be stored`)
      return [name.trim(), requireCell(textOf(cell, line), name, line)]
    }),
  )
}

const MAX_DEPTH = 100

function textOf(value: unknown, line: number, depth = 0): string {
  if (depth > MAX_DEPTH) throw tooDeep(line)
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map((item) => textOf(item, line, depth + 1)).join('\n')
  try {
    return JSON.stringify(value)
  } catch (error) {
    // The call stack has ended.
    throw error instanceof RangeError ? tooDeep(line) : error
  }
}

const tooDeep = (line: number) => tableError(`Line ${line} is nested too deeply`)
