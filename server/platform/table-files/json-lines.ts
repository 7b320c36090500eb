import { tableError, tooManyRows, MAX_CELL_CHARACTERS, MAX_ROWS, type TableRow } from './table.ts'

/** A JSON object per line. Lists become a line per item, other values their text. AppError 400 names a broken line. */
export async function* readJsonLines(text: string): AsyncGenerator<TableRow> {
  let line = 0
  let count = 0
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from)
    const source = text.slice(from, end < 0 ? undefined : end).trim()
    from = end < 0 ? text.length : end + 1
    line++
    if (source === '') continue
    if (++count > MAX_ROWS) throw tooManyRows()
    yield { line, cells: cellsOf(source, line) }
  }
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
      const text = textOf(cell)
      if (text.length > MAX_CELL_CHARACTERS)
        throw tableError(`Line ${line}: the text under “${name}” is too long`)
      return [name.trim(), text.trim()]
    }),
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? value.map(textOf).join('\n') : JSON.stringify(value)
}
