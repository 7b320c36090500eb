import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { projectFiles, read } from '#test/project-files.ts'

test('no released migration has changed; a new one has its line in checksums.txt', () => {
  const folder = 'server/db/migrations/'
  const files = projectFiles(['.sql']).filter((path) => path.startsWith(folder))
  const lines = files.map((path) => {
    const checksum = createHash('sha256').update(read(path)).digest('hex')
    return `${checksum}  ${path.slice(folder.length)}`
  })
  expect(lines.length).toBeGreaterThan(30)
  expect(lines).toEqual(read(`${folder}checksums.txt`).trimEnd().split('\n'))
})
