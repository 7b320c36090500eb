import type { Row } from './row.ts'

/** A measured commit. */
export interface Commit {
  /** Short hash. */
  hash: string
  /** The day of the commit, as 2026-11-26. */
  date: string
}

/** A run of every suite, as bench/results.md tells it. */
export interface Results {
  commit: Commit
  /** Processors, memory and Node, in words. */
  machine: string
  /** Load average of the minute before the run. */
  load: number
  /** Whether the machine had other work, so that the figures are worse than the shop. */
  busy: boolean
  /** Seconds of each suite. */
  seconds: Record<string, number>
  rows: readonly Row[]
}

/** The words of a row in the column of its mark. */
export const verdict = ({ met }: Row): string => (met === undefined ? '' : met ? 'met' : 'MISSED')

/** How many marks are met, as `41 of 45`. */
export function countMet(rows: readonly Row[]): string {
  const judged = rows.filter(({ met }) => met !== undefined)
  return `${judged.filter(({ met }) => met).length} of ${judged.length}`
}

// A cell must not end its row.
const asCell = (text: string) => text.replaceAll('|', '/').replaceAll('\n', ' ')
const asLine = (texts: readonly string[]) => `| ${texts.map(asCell).join(' | ')} |`

/** The text of bench/results.md. */
export function formatResults({ commit, machine, load, busy, seconds, rows }: Results): string {
  const total = Object.values(seconds).reduce((sum, each) => sum + each, 0)
  const suites = Object.entries(seconds).map(([name, each]) => `${name} ${Math.round(each)}`)
  const warning = busy
    ? '. **The machine was not idle: an idle one is faster, and its ratios vary less.**'
    : ''
  const heading = ['What', 'Measured', 'Mark', '', 'How']
  const lines = rows.map((row) => asLine([row.what, row.measured, row.mark ?? '', verdict(row), row.how]))
  return `# Benchmark results

\`npm run bench\` writes this page and the sentence about speed in the README. [Decision 006](../docs/decisions/006-benchmarks.md)
explains the method.

- Commit: \`${commit.hash}\` of ${commit.date}
- Machine: ${machine}
- Load average before the run: ${load.toFixed(2)}${warning}
- Duration: ${(total / 60).toFixed(1)} minutes; seconds by suite: ${suites.join(', ')}
- Marks met: ${countMet(rows)}

${[asLine(heading), asLine(heading.map(() => '---')), ...lines].join('\n')}
`
}

/** What the README's sentence needs. */
export interface ParsedResults {
  /** Short hash. */
  commit: string
  machine: string
  rows: readonly Row[]
}

/** Reads the text of bench/results.md. Throws if it names no commit or no machine. */
export function parseResults(markdown: string): ParsedResults {
  const commit = /^- Commit: `(\w+)`/m.exec(markdown)?.[1]
  const machine = /^- Machine: (.+)$/m.exec(markdown)?.[1]
  if (!commit || !machine) throw new Error('bench/results.md names no commit or no machine')
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '))
  const rows = lines.slice(2).map((line): Row => {
    const [what = '', measured = '', mark = '', word = '', how = ''] = line.slice(2, -2).split(' | ')
    return { what, measured, how, ...(mark && { mark }), ...(word && { met: word === 'met' }) }
  })
  return { commit, machine, rows }
}
