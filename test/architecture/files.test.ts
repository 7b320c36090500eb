import { matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programs, projectFiles, read } from '#test/project-files.ts'
import config from '../../vitest.config.ts'

const migrations = projectFiles(['.sql']).filter((path) => path.startsWith('server/db/migrations/'))
const unnamed = /^(README|CONTRIBUTING|LICENSE)(\.md)?$/

/** The paths that are not kebab-case with dotted suffixes. */
function misnamed(paths: string[]): string[] {
  const good = (part: string) => /^[a-z0-9]+([.-][a-z0-9]+)*$/.test(part) || unnamed.test(part)
  return paths.filter((path) => !path.split('/').every(good))
}

/** The migrations whose number breaks the sequence 001, 002, … */
function misnumbered(paths: string[]): string[] {
  return paths.filter((path, index) => {
    const [number, name] = path.slice('server/db/migrations/'.length).split(/_(.*)/)
    return number !== String(index + 1).padStart(3, '0') || !/^[a-z0-9_]+\.sql$/.test(name ?? '')
  })
}

describe('architecture: names are kebab-case', () => {
  it('the project follows it', () => {
    const paths = projectFiles([...programs, '.css', '.json', '.md'])
    expect(paths.length).toBeGreaterThan(20)
    expect(misnamed(paths)).toEqual([])
  })

  it('detects a violation', () => {
    expect(
      misnamed(['web/ui/Button.tsx', 'web/ui/text_field.tsx', 'web/ui/text-field.test.tsx']),
    ).toHaveLength(2)
  })
})

describe('architecture: migrations are numbered without a gap and only go forward', () => {
  it('the project follows it', () => {
    expect(migrations.length).toBeGreaterThan(0)
    expect(misnumbered(migrations)).toEqual([])
  })

  it('detects a violation', () => {
    const folder = 'server/db/migrations/'
    expect(misnumbered([`${folder}001_a.sql`, `${folder}003_b.sql`])).toHaveLength(1)
    expect(misnumbered([`${folder}001_a.sql`, `${folder}001_b.sql`])).toHaveLength(1)
    expect(misnumbered([`${folder}001_a.down.sql`])).toHaveLength(1)
  })
})

it('architecture: SQL, styles and documents have no to-do comments', () => {
  const texts = projectFiles(['.sql', '.css', '.md'])
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter((path) => /\b(TODO|FIXME|XXX)\b/.test(read(path)))).toEqual([])
})

it('architecture: every test file belongs to one test project', () => {
  const files = projectFiles(programs).filter((path) => /\.test\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(20)
  const matches = (path: string, patterns: string[] = []) =>
    patterns.some((pattern) => matchesGlob(path, pattern))
  const projects = (config.test?.projects ?? []) as { test: { include: string[]; exclude?: string[] } }[]
  const runs = (path: string) =>
    projects.filter(({ test }) => matches(path, test.include) && !matches(path, test.exclude)).length
  expect(files.filter((path) => runs(path) !== 1)).toEqual([])
})

/** The folders of the contract that no module has. */
function unmatchedFolders(paths: string[]): string[] {
  const foldersOf = (parent: string) =>
    new Set(
      paths.flatMap((path) =>
        path.startsWith(parent) ? (path.slice(parent.length).split('/')[0] ?? []) : [],
      ),
    )
  const modules = foldersOf('server/modules/')
  const isFile = (name: string) => name.includes('.')
  return [...foldersOf('contract/')].filter((folder) => !isFile(folder) && !modules.has(folder))
}

describe('architecture: the folders of the contract have the names of modules', () => {
  it('the project follows it', () => {
    expect(unmatchedFolders(projectFiles(programs))).toEqual([])
  })

  it('detects a violation', () => {
    const paths = [
      'contract/links.ts',
      'contract/cart/cart.ts',
      'contract/people/staff.ts',
      'server/modules/cart/a.ts',
    ]
    expect(unmatchedFolders(paths)).toEqual(['people'])
  })
})
