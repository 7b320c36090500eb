import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { read } from '#test/project-files.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

const page = read('docs/database.md')
const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)

test('docs/database.md lists every trigger with its function', async () => {
  const { rows } = await sql<{ name: string; function: string }>`
    select t.tgname as name, p.proname as function
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal`.execute(db)
  const listed = page
    .slice(page.indexOf('## Triggers'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, tables, triggers, functions] = line.split('|')
      return quoted(tables).flatMap((table) =>
        quoted(triggers).map((trigger) => `${table}_${trigger}: ${quoted(functions).join()}`),
      )
    })
  expect(listed.toSorted()).toEqual(rows.map((row) => `${row.name}: ${row.function}`).toSorted())
})

test('docs/database.md shows every table in a diagram', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  const diagrams = [...page.matchAll(/```mermaid\n(.*?)```/gs)].map(([, diagram]) => diagram).join('\n')
  const names = new Set(diagrams.match(/\b[a-z_]+\b/g))
  expect(rows.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
})
