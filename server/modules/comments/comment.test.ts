import { afterAll, beforeAll, expect, it } from 'vitest'
import { getComments } from '#contract/comments/comment.ts'
import { createCategory, createProduct, updateProduct } from '#server/modules/catalog/index.ts'
import { openElsewhere } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

let product_id: number

beforeAll(async () => {
  await openElsewhere(db, app)
  await db.transaction().execute(async (tx) => {
    const categoryId = await createCategory(tx, context, { name: 'Tableware' })
    const product = { categoryId, variants: [{ price: 100 }] }
    product_id = await createProduct(tx, context, { ...product, name: 'Mug' })
    const another = await createProduct(tx, context, { ...product, name: 'Cup' })
    const comment = { config_id: 1, product_id, author_name: 'Ravi', created_at: new Date('2025-06-01') }
    await tx
      .insertInto('comment')
      .values([
        ...Array.from({ length: 25 }, (_, index) => ({ ...comment, body: `Comment ${index}` })),
        { ...comment, body: 'Hidden', status: 'hidden' },
        { ...comment, body: 'Pending', status: 'pending' },
        { ...comment, body: 'About the cup', product_id: another },
      ])
      .execute()
  })
})

it('lists comments newest first, 20 a page, with their total', async () => {
  const first = await call(getComments, { product_id })
  expect(first.total).toBe(25)
  expect(first.data).toHaveLength(20)
  expect(first.data[0]).toMatchObject({
    user: 'Ravi',
    username: 'Ravi',
    comment: 'Comment 24',
    rating: null,
    created_at: '2025-06-01T00:00:00.000Z',
  })
  const second = await call(getComments, { product_id, page: 2 })
  expect(second.data.map(({ comment }) => comment)).toEqual(
    [4, 3, 2, 1, 0].map((index) => `Comment ${index}`),
  )
  expect(await call(getComments, { product_id, page: 9 })).toMatchObject({ data: [], total: 25 })
})

it('lists no comments of other shops and hidden products', async () => {
  const nothing = { data: [], total: 0 }
  expect(await caller(app, 'other.example')(getComments, { product_id })).toMatchObject(nothing)
  expect(await call(getComments, { product_id: 999_999 })).toMatchObject(nothing)
  await db.transaction().execute((tx) => updateProduct(tx, context, product_id, { status: 'draft' }))
  await expect.poll(() => call(getComments, { product_id })).toMatchObject(nothing)
})
