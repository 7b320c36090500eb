import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { schemaTypes } from '#test/harness/schema-types.ts'
import { read } from '#test/project-files.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

test('schema.ts says what the migrations make; otherwise run `npm run schema`', async () => {
  expect(await schemaTypes(db)).toBe(read('server/db/schema.ts'))
})
