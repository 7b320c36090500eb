import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { createComment, type CommentInput } from './index.ts'

const context = { shopId: 1, actor: { id: null, name: 'Ananya Rao' } }
let database: TestDatabase
let productId: number

beforeAll(async () => {
  database = await testDatabase()
  productId = await database.db.transaction().execute(async (tx) => {
    const categoryId = await createCategory(tx, context, { name: 'Tableware' })
    return createProduct(tx, context, { name: 'Mug', categoryId, variants: [{ price: 1 }] })
  })
})
afterAll(() => database.drop())

const comment = (input: Partial<CommentInput>) =>
  database.db
    .transaction()
    .execute((tx) => createComment(tx, context, { productId, body: 'Lovely', ...input }))

test('stores a comment with the name of its author', async () => {
  const id = await comment({ body: ' Lovely glaze ', rating: 5, createdAt: new Date('2025-01-02') })
  const row = await database.db
    .selectFrom('comment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    author_name: 'Ananya Rao',
    body: 'Lovely glaze',
    rating: 5,
    status: 'visible',
    created_at: new Date('2025-01-02'),
  })
})

test('refuses an empty or too long comment and an unknown product', async () => {
  await expect(comment({ body: ' \n' })).rejects.toMatchObject({ status: 400 })
  await expect(comment({ body: 'x'.repeat(2001) })).rejects.toMatchObject({ status: 400 })
  await expect(comment({ productId: 987_654 })).rejects.toMatchObject({ status: 404 })
})
