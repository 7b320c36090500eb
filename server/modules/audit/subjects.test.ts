import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { auditSubjects } from '#server/audit-subjects.ts'
import { permissions } from '#contract/endpoint.ts'
import { projectFiles } from '#test/project-files.ts'

it('the audit subjects are exactly the nouns that modules record', async () => {
  const files = projectFiles(['.ts']).filter(
    (path) =>
      // The contract holds the nouns of settings.
      path === 'contract/settings/settings.ts' ||
      (path.startsWith('server/modules/') && !path.endsWith('.test.ts') && !path.includes('audit-subject')),
  )
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const recorded = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:subject|recordWrites\(\{\s*table): '([a-z_]+)'/g)].map(([, noun]) => noun),
    ),
  )
  // A column of custom fields has this name.
  recorded.delete('subject')
  expect(recorded.size).toBeGreaterThan(7)
  expect(new Set(auditSubjects.map(({ subject }) => subject))).toEqual(recorded)
})

it('each noun is listed once and has a permission', () => {
  expect(new Set(auditSubjects.map(({ subject }) => subject)).size).toBe(auditSubjects.length)
  for (const { permission } of auditSubjects) expect(permissions).toContain(permission)
})
