import { describe, expect, it } from 'vitest'
import { programs, projectFiles, read } from '#test/project-files.ts'
import { rules } from './rules.ts'
import { parse } from './parse.ts'

const sources = projectFiles(programs).map((path) => parse(path, read(path)))

it('reads the whole project', () => {
  const folders = new Set(sources.map(({ path }) => path.split('/')[0]))
  for (const folder of ['contract', 'server', 'web', 'test']) expect(folders).toContain(folder)
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(sources.length)
})

describe.each(rules)('architecture: $name', ({ broken, example }) => {
  it('the project follows it', () => {
    expect(sources.flatMap((source) => broken(source).map((what) => `${source.path} ${what}`))).toEqual([])
  })

  it('detects a violation', () => {
    for (const [path, text] of Object.entries(example)) expect(broken(parse(path, text))).toHaveLength(1)
  })
})
