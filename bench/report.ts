import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Row } from './row.ts'

const verdict = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : 'MISSED')

const columns = (rows: readonly Row[]) =>
  rows.map((row) => [row.what, row.measured, row.target ?? '', verdict(row), row.detail])

const heading = ['What', 'Measured', 'Must reach', '', 'How']

/** The rows in columns, for the terminal. */
export function asText(rows: readonly Row[]): string {
  const lines = [heading, ...columns(rows)]
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The rows as a Markdown table. */
function asMarkdown(rows: readonly Row[]): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`
  return [line(heading), line(heading.map(() => '---')), ...columns(rows).map(line)].join('\n')
}

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()

/** Commit, machine and moment: what a figure must be read with. */
export function circumstances(): string {
  const [first] = cpus()
  const changed = git('status', '--porcelain', '--untracked-files=no') ? ' with uncommitted changes' : ''
  return [
    `commit ${git('rev-parse', '--short', 'HEAD') || 'unknown'}${changed}`,
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 1e9)} GB`,
    `Node ${process.versions.node}`,
  ].join('; ')
}

const resultsFile = new URL('results.md', import.meta.url)
const mark = '<!-- the newest run stands first -->\n'

/** Puts a run at the top of results.md. */
export function keep(rows: readonly Row[], command: string, about: string): void {
  const [before = '', after = ''] = readFileSync(resultsFile, 'utf8').split(mark)
  const run = `## \`${command}\`\n\n${about}\n\n${asMarkdown(rows)}\n\n`
  writeFileSync(resultsFile, `${before}${mark}\n${run}${after.trimStart()}`)
}
