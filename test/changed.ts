import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'
import { parse } from './architecture/parse.ts'
import { programs, projectFiles, read, root } from './project-files.ts'

/** The files that differ from a commit (by default the last one), and new ones; relative to the root. */
export function changedFiles(since = 'HEAD'): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '')
  return [
    ...git('diff', '--name-only', '--diff-filter=d', since, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Files that name everything: through them each test would depend on each file. */
const LISTS =
  /^(server\/(app|main)\.ts|server\/modules\/[^/]+\/index\.ts|contract\/index\.ts|web\/routes\.ts)$/

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/**
 * The test files for these changed files: those that import them, directly or through others, and those of the nearest
 * folder that has tests, because most tests of a module reach it through the whole app. Imports are not followed through
 * the files that list everything, and browser tests run only if a file below test/e2e has changed; `npm test` proves the
 * rest.
 */
export function testsFor(changed: readonly string[]): string[] {
  const files = projectFiles(programs)
  const importers = importersOf(files)
  const reached = new Set(changed)
  for (const path of reached) {
    if (LISTS.test(path) && !changed.includes(path)) continue
    const isOfBrowser = path.startsWith('test/e2e/')
    for (const importer of importers.get(path) ?? [])
      if (isOfBrowser || !importer.startsWith('test/e2e/')) reached.add(importer)
  }
  const tests = files.filter(isTest)
  const near = changed
    .filter((path) => programs.includes(posix.extname(path)))
    .flatMap((path) => nearest(tests, path))
  return [...new Set([...tests.filter((path) => reached.has(path)), ...near])]
}

function importersOf(files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const path of files)
    for (const imported of new Set(parse(path, read(path)).imports))
      importers.set(imported, [...(importers.get(imported) ?? []), path])
  return importers
}

/** The tests in the folder of a file or below; if there are none, those of the folder above, at least two levels deep. */
function nearest(tests: readonly string[], path: string): string[] {
  for (let folder = posix.dirname(path); folder.includes('/'); folder = posix.dirname(folder)) {
    const found = tests.filter((test) => test.startsWith(`${folder}/`))
    if (found.length > 0) return found
  }
  return []
}
