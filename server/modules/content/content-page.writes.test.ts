import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#server/db/connect.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { createContentPage, deleteContentPage, updateContentPage } from './index.ts'

const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const within = <T>(work: (tx: Transaction) => Promise<T>) => database.db.transaction().execute(work)
const create = (slug: string, title = 'Shipping') =>
  within((tx) => createContentPage(tx, context, { slug, title, body: '## Costs' }))

test('records creating, editing and deleting a page', async () => {
  const id = await create('help/shipping', ' Shipping ')
  await within((tx) => updateContentPage(tx, context, id, { body: '## Times' }))
  await within((tx) => deleteContentPage(tx, context, id))
  const entries = await database.db
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'create', before: null, after: { slug: 'help/shipping', title: 'Shipping', body: '## Costs' } },
    { action: 'update', before: { body: '## Costs' }, after: { body: '## Times' } },
    { action: 'delete', before: { slug: 'help/shipping', title: 'Shipping', body: '## Times' }, after: null },
  ])
  await expect(within((tx) => deleteContentPage(tx, context, id))).rejects.toMatchObject({ status: 404 })
})

test('refuses invalid and taken slugs', async () => {
  await create('about')
  await expect(create('about')).rejects.toMatchObject({ status: 409, code: 'slug_taken' })
  for (const slug of ['', '/about', 'a/b/c', 'A', 'a b', '../x']) {
    await expect(create(slug)).rejects.toMatchObject({ status: 400 })
  }
  await expect(create('empty', ' ')).rejects.toMatchObject({ status: 400 })
})
