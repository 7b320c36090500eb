import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminProduct, getAdminProducts, patchProduct } from '#contract/catalog/admin/product.ts'
import { createProduct } from '#contract/catalog/product.ts'
import { createCategory } from '#server/modules/catalog/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newcomer } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const { browser: staff } = await newcomer(db, app, { role_id: 1 })
let id: number

beforeAll(async () => {
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  const categoryId = await db
    .transaction()
    .execute((tx) => createCategory(tx, context, { name: 'Tableware' }))
  const variants = [
    { options: { Size: 'S' }, price: 10, stock: 2 },
    { options: { Size: 'L' }, price: 20, stock: 3 },
  ]
  const input = { productcategoryid: categoryId, productname: 'Bowl', variants }
  id = (await staff.send(createProduct, input)).answer.data.productid
})

const read = async () => (await staff.send(getAdminProduct, { id })).answer.data

test('changes one price', async () => {
  const { version, variants } = await read()
  const variantid = variants[1]?.variantid
  const answer = (await staff.send(patchProduct, { id, version, variantid, price: 25 })).answer.data
  const after = await read()
  expect(after.variants.map(({ price }) => price)).toEqual([10, 25])
  expect(answer).toMatchObject({ pricefrom: 10, priceto: 25, version: after.version })
  const [row] = (await staff.send(getAdminProducts, { q: 'bowl' })).answer.data
  expect(row).toEqual(answer)
  const entry = await db
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('id', '=', after.version)
    .executeTakeFirstOrThrow()
  expect(entry.before).toMatchObject({ variants: [{ price: 1000 }, { price: 2000 }] })
  expect(entry.after).toMatchObject({ variants: [{ price: 1000 }, { price: 2500 }] })
})

test('changes one stock figure', async () => {
  const { version, variants } = await read()
  const variantid = variants[0]?.variantid
  await staff.send(patchProduct, { id, version, variantid, stock: 7 })
  expect((await read()).variants.map(({ stock }) => stock)).toEqual([7, 3])
})

test('writes nothing on a version conflict', async () => {
  const { version, variants } = await read()
  const variantid = variants[0]?.variantid
  await staff.send(patchProduct, { id, version, variantid, price: 11 })
  const late = await staff.send(patchProduct, { id, version, variantid, price: 12, stock: 1 })
  expect(late).toMatchObject({ status: 409, code: 'version_conflict', issues: [{ path: 'variants' }] })
  expect((await read()).variants[0]).toMatchObject({ price: 11, stock: 7 })
})

test('records nothing when the price stays the same', async () => {
  const before = await read()
  const variantid = before.variants[0]?.variantid
  const { answer } = await staff.send(patchProduct, { id, variantid, price: 11 })
  expect(answer.data.version).toBe(before.version)
  expect(await read()).toEqual(before)
})

test('refuses one of two simultaneous edits of the same version', async () => {
  const { version, variants } = await read()
  const variantid = variants[0]?.variantid
  const sent = await Promise.all(
    [21, 22].map((price) => staff.send(patchProduct, { id, version, variantid, price })),
  )
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 409]))
})
