import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateProduct } from '#contract/catalog/product.ts'
import { getImport } from '#contract/imports/import.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let products: ReturnType<typeof importClient>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  products = importClient(staff, 'products', { url, dataDir })
})
afterAll(async () => {
  await products.close()
  await stop()
})

const file = (handles: readonly string[]) =>
  ['Handle,Name,Price,Category', ...handles.map((handle) => `${handle},${handle},5,Tops`)].join('\n')

test('an undo names what stays: a product that has changed, and a category that is in use', async () => {
  const first = await products.apply(await products.check(file(['tee', 'top', 'cap'])))
  await products.apply(await products.check(file(['vest'])))
  const rows = await products.rows(first)
  const top = rows.find(({ name }) => name === 'top')?.recordid
  await staff.send(updateProduct, { productid: Number(top), productprice: 7 })
  expect(await products.undo(first)).toMatchObject({
    step: 'undone',
    counts: { kept: 1 },
    done: 3,
    error:
      'These stay, because they have changed or are in use: 1 product, category “Tops”. Everything else is as it was before the import.',
  })
  const left = await db.selectFrom('product').select('slug').where('deleted_at', 'is', null).execute()
  expect(left.map(({ slug }) => slug).toSorted()).toEqual(['top', 'vest'])
  expect((await staff.send(getImport, { id: first.id })).answer.data.counts.kept).toBe(1)
})

test('an ordered product stays archived, and its row says why', async () => {
  const done = await products.apply(
    await products.check('Handle,Name,Price,Category\nmug,Mug,5,Mugs\nbowl,Bowl,5,Mugs\n'),
  )
  const { rows } = await sql<{ productId: number; variantId: number }>`
    select p.id as "productId", v.id as "variantId" from product p join variant v on v.product_id = p.id where p.slug = 'mug'`.execute(
    db,
  )
  await newSoldOrder(
    db,
    rows.map((row) => ({ ...row, quantity: 1, price: 500 })),
  )
  const undone = await products.undo(done)
  expect(undone).toMatchObject({ step: 'undone', counts: { kept: 1 } })
  expect(undone.error).toContain('1 product, category “Mugs”')
  const mug = (await products.rows(done)).find(({ name }) => name === 'Mug')
  expect(mug?.reason).toBe('It has been ordered, so it stays as an archived product')
  const left = await db
    .selectFrom('product')
    .select(['slug', 'status'])
    .where('deleted_at', 'is', null)
    .where('slug', 'in', ['mug', 'bowl'])
    .execute()
  expect(left).toEqual([{ slug: 'mug', status: 'archived' }])
})

test('an undo that leaves nothing says nothing', async () => {
  const only = await products.apply(await products.check('Handle,Name,Price,Category\npot,Pot,5,Pots\n'))
  expect(await products.undo(only)).toMatchObject({ step: 'undone', error: null, counts: { kept: 0 } })
})
