import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { revertibles } from '#server/app.ts'
import { permissions } from '#contract/endpoint.ts'
import { projectFiles } from '#test/project-files.ts'

it('every noun that is recorded anywhere is known to the journal, and the other way round', async () => {
  const files = projectFiles(['.ts']).filter(
    (path) =>
      // Those of settings stand in the contract.
      path === 'contract/settings.ts' ||
      (path.startsWith('server/modules/') && !path.endsWith('.test.ts') && !path.includes('revertible')),
  )
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const recorded = new Set(
    texts.flatMap((text) => [...text.matchAll(/subject: '([a-z_]+)'/g)].map(([, noun]) => noun)),
  )
  expect(recorded.size).toBeGreaterThan(7)
  expect(new Set(revertibles.map(({ subject }) => subject))).toEqual(recorded)
})

it('each noun is listed once, and belongs to a permission', () => {
  expect(new Set(revertibles.map(({ subject }) => subject)).size).toBe(revertibles.length)
  for (const { permission } of revertibles) expect(permissions).toContain(permission)
})
