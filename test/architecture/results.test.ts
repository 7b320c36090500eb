import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { read, root } from '#test/project-files.ts'
import { parseResults } from '../../bench/report/results.ts'
import { readSpeedSentence, speedSentence } from '../../bench/report/speed-sentence.ts'
import { hasHistory, missingCommits, namedCommits } from './commits.ts'

const results = read('bench/results.md')
const sentence = readSpeedSentence(read('README.md'))
// Without the whole history nobody can tell, and the name of the test says so.
const unchecked = hasHistory(root) ? '' : ': NOT CHECKED, this copy lacks the history or a part of it'

describe('bench/results.md and the sentence about speed in the README', () => {
  it('name one commit', () => {
    expect(namedCommits(results + sentence)).toEqual([parseResults(results).commit])
  })

  it(`name only commits of the history${unchecked}`, () => {
    const commits = namedCommits(results + sentence)
    expect(commits).not.toEqual([])
    expect(missingCommits(root, commits)).toEqual([])
  })

  it('give the same figures', () => {
    expect(sentence).toBe(speedSentence(parseResults(results)))
  })
})

describe('the check of commits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-commits-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return stdout.trim()
  }
  git('init', '--quiet', 'whole')
  const commit = (message: string) => {
    git('-C', 'whole', 'commit', '--quiet', '--allow-empty', '--message', message)
    return git('-C', 'whole', 'rev-parse', '--short', 'HEAD')
  }
  const [first, undone] = [commit('First'), commit('Undone')]
  git('-C', 'whole', 'reset', '--quiet', '--hard', 'HEAD~1')
  const last = commit('Last')
  git('clone', '--quiet', '--depth', '1', `file://${join(folder, 'whole')}`, 'shallow')

  it('finds invented commits and those of other branches', () => {
    expect(missingCommits(join(folder, 'whole'), [first, undone, last, 'abc1234'])).toEqual([
      undone,
      'abc1234',
    ])
  })

  it('knows where the history is missing', () => {
    expect(['whole', 'shallow', '.'].map((name) => hasHistory(join(folder, name)))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('tells commits from file names and figures', () => {
    const text = '`abc1234`, 0123456. (manifest-a6c9b8b2.js, 1,000,000 products, v1.2345678, decade)'
    expect(namedCommits(text)).toEqual(['abc1234', '0123456'])
  })
})
