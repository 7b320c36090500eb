import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { read, root } from '#test/project-files.ts'
import { parse } from './parse.ts'

/** The files of one way, in order. */
interface Way {
  title: string
  files: string[]
}

const ways: Way[] = read('docs/tour.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n', 1)[0] ?? '',
    files: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file),
  }))
  // The last sections show how the code grows.
  .filter(({ files }) => files.length > 0)

const isServer = (path: string) => path.startsWith('server/')
const importsOf = (path: string) => parse(path, read(path)).imports
const contractsOf = (path: string) => importsOf(path).filter((to) => to.startsWith('contract/'))
/** The paths of the calls that a file makes. */
const callsOf = (path: string) => [...read(path).matchAll(/'[A-Z]+ ([\w/:-]+)'/g)].map(([, to = '']) => to)

/** Whether data can travel from a file to the next: by an import or over HTTP. */
function connects(from: string, to: string, previous: string | undefined): boolean {
  if (isServer(to) && !isServer(from)) {
    const sender = from === 'web/lib/call.ts' ? (previous ?? from) : from
    const answered = contractsOf(to)
    const isAnswered = (call: string) => answered.some((file) => read(file).includes(`path: '${call}'`))
    return contractsOf(sender).some((file) => answered.includes(file)) || callsOf(sender).some(isAnswered)
  }
  return importsOf(from).includes(to)
}

describe('docs/tour.md', () => {
  it('has four ways', () => {
    expect(ways.map(({ title }) => title)).toHaveLength(4)
  })

  it.each(ways)('$title: at most five hops, no file twice, every file exists', ({ files }) => {
    expect(files.length).toBeGreaterThan(3)
    expect(files.length).toBeLessThanOrEqual(6)
    expect(new Set(files).size).toBe(files.length)
    expect(files.filter((file) => !existsSync(root + file))).toEqual([])
  })

  it.each(ways)('$title: each file hands over to the next', ({ files }) => {
    const broken = files
      .slice(1)
      .map((to, index) => [files[index] ?? '', to, files[index - 1]] as const)
      .filter(([from, to, previous]) => !connects(from, to, previous))
    expect(broken).toEqual([])
  })
})
