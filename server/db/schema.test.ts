import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { schemaSql } from '#test/harness/schema/written/schema-sql.ts'
import { schemaTypes } from '#test/harness/schema/written/schema-types.ts'
import { read } from '#test/project-files.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

test('schema.ts fits the migrations; if not, run `npm run schema`', async () => {
  expect(await schemaTypes(db)).toBe(read('server/db/schema.ts'))
})

test('docs/schema.sql fits the migrations; if not, run `npm run schema`', async () => {
  expect(await schemaSql(db, read('docs/database.md'))).toBe(read('docs/schema.sql'))
})
