import { spawnSync } from 'node:child_process'

const git = (folder: string, ...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' })

/** The commits that a text names: words of 7 to 40 hexadecimal digits. Parts of file names do not count. */
export function namedCommits(text: string): string[] {
  return [...new Set(text.match(/(?<![\w.\-/])[0-9a-f]{7,40}(?![\w-]|\.\w)/g))]
}

/** Whether a folder has the whole history of its HEAD. An archive has none, and a shallow clone a part of it. */
export function hasHistory(folder: string): boolean {
  const { status, stdout } = git(folder, 'rev-parse', '--is-shallow-repository')
  return status === 0 && stdout.trim() === 'false'
}

/** The commits that are not in the history of the folder's HEAD; none if the whole history is not there. */
export function missingCommits(folder: string, commits: readonly string[]): string[] {
  if (!hasHistory(folder)) return []
  return commits.filter((commit) => git(folder, 'merge-base', '--is-ancestor', commit, 'HEAD').status !== 0)
}
