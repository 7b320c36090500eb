import { verdict } from './results.ts'
import type { Row } from './row.ts'

/** The rows as columns for the terminal. */
export function asText(rows: readonly Row[]): string {
  const lines = [
    ['What', 'Measured', 'Mark', '', 'How'],
    ...rows.map((row) => [row.what, row.measured, row.mark ?? '', verdict(row), row.how]),
  ]
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
