import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { updateShop, type ShopChanges } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const update = (changes: ShopChanges, shopId = 1) =>
  database.db
    .transaction()
    .execute((tx) => updateShop(tx, { shopId, actor: { id: null, name: 'Asha' } }, changes))

test('renames a shop and records the former name', async () => {
  await update({ name: ' Ostrel ' })
  const shop = await database.db.selectFrom('shop').select(['name', 'tagline']).executeTakeFirstOrThrow()
  expect(shop).toEqual({ name: 'Ostrel', tagline: 'Your one-stop shop for the best products online.' })
  const entry = await database.db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ before: { name: 'My shop' }, after: { name: 'Ostrel' } })
})

test('refuses an empty or too long name', async () => {
  await expect(update({ name: ' ' })).rejects.toMatchObject({ status: 400 })
  await expect(update({ tagline: 'x'.repeat(201) })).rejects.toMatchObject({ status: 400 })
  await expect(update({ name: 'Ostrel' }, 99)).rejects.toMatchObject({ status: 404 })
})
