import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { formatResults, parseResults, type Commit, type Results } from './results.ts'
import { replaceSpeedSentence, speedSentence } from './speed-sentence.ts'

const root = new URL('../../', import.meta.url)
const resultsFile = 'bench/results.md'
const readme = 'README.md'

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * The commit of the checkout. Undefined with uncommitted changes or without git, because nobody could check out the
 * measured code. Changes of the two files that a run writes do not count.
 */
export function commitOfCheckout(): Commit | undefined {
  const changes = git(
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    '.',
    `:!${resultsFile}`,
    `:!${readme}`,
  )
  const [hash, date] = git('log', '-1', '--format=%h %cs')?.split(' ') ?? []
  return changes === '' && hash && date ? { hash, date } : undefined
}

/** Writes bench/results.md, and the README's sentence about speed. */
export function saveResults(results: Results): void {
  const text = formatResults(results)
  const before = readFileSync(new URL(readme, root), 'utf8')
  writeFileSync(new URL(resultsFile, root), text)
  writeFileSync(new URL(readme, root), replaceSpeedSentence(before, speedSentence(parseResults(text))))
}
