import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Row } from './row.ts'

const verdict = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : 'MISSED')

/** The rows as columns for the terminal. */
export function asText(rows: readonly Row[]): string {
  const lines = [
    ['What', 'Measured', 'Target', '', 'How'],
    ...rows.map((row) => [row.what, row.measured, row.target ?? '', verdict(row), row.detail]),
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

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()

/** The machine that runs the benchmarks. */
export const machine = [
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processor'}`,
  `${Math.round(totalmem() / 1e9)} GB`,
  `Node ${process.versions.node}`,
].join(', ')

/** One line of results.md. */
interface Saved {
  what: string
  measured: string
  /** The value that this measurement replaced. */
  before: string
  target: string
  verdict: string
  /** Commit and day. */
  commit: string
  command: string
  how: string
}

const resultsFile = new URL('../results.md', import.meta.url)
const heading = ['What', 'Measured', 'Before', 'Target', '', 'Commit', 'Command', 'How']
const asLine = (texts: readonly string[]) => `| ${texts.join(' | ')} |`

/** Reads the table of results.md. */
export function parseResults(markdown: string): Saved[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) => {
    const [
      what = '',
      measured = '',
      before = '',
      target = '',
      met = '',
      commit = '',
      command = '',
      how = '',
    ] = line.slice(2, -2).split(' | ')
    return { what, measured, before, target, verdict: met, commit, command, how }
  })
}

/** Replaces the measured rows and keeps the others. */
export function mergeResults(saved: readonly Saved[], rows: readonly Row[], command: string, commit: string) {
  const fresh = rows.map((row) => ({
    what: row.what,
    measured: row.measured,
    before: saved.find(({ what }) => what === row.what)?.measured ?? '',
    target: row.target ?? '',
    verdict: verdict(row),
    commit,
    command,
    how: row.detail,
  }))
  const replaced = saved.map((old) => fresh.find(({ what }) => what === old.what) ?? old)
  return [...replaced, ...fresh.filter(({ what }) => !saved.some((old) => old.what === what))]
}

/**
 * Writes a run into the table of results.md and answers whether it did. It refuses with uncommitted changes, because
 * the measured code could not be checked out.
 */
export function saveResults(rows: readonly Row[], command: string): boolean {
  if (git('status', '--porcelain', '--untracked-files=no', '--', ':!bench/results.md')) return false
  const commit = `${git('rev-parse', '--short', 'HEAD')}, ${new Date().toISOString().slice(0, 10)}`
  const results = mergeResults(
    parseResults(readFileSync(resultsFile, 'utf8')),
    rows,
    `\`${command}\``,
    commit,
  )
  writeFileSync(resultsFile, formatResults(results))
  return true
}

/** The text of results.md. */
export function formatResults(results: readonly Saved[]): string {
  const lines = results.map((row) =>
    asLine([row.what, row.measured, row.before, row.target, row.verdict, row.commit, row.command, row.how]),
  )
  return `# Benchmark results

\`npm run bench\` and \`npm run bench:search\` write this table. Each row has the latest value, the value before it, and the
commit that was measured. Earlier values are in the history of this file. [Decision 006](../docs/decisions/006-benchmarks.md)
explains the method. Last machine: ${machine}.

${[asLine(heading), asLine(heading.map(() => '---')), ...lines].join('\n')}
`
}
