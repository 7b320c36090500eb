import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import {
  createCategory,
  deleteCategory,
  deleteProduct,
  updateCategory,
  updateProduct,
} from '#server/modules/catalog/index.ts'
import { updateShop } from '#server/modules/shop/index.ts'
import { newcomer } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { times } from '#test/harness/at-once.ts'
import { categoryOf, journalOf, productOf, someone } from '#test/harness/history.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const { goods, historyOf, latest, write, revert } = await journalOf({ app, db })
const ravi = someone('Ravi')

let names = 0
const newCategory = (name = `Category ${++names}`) => write((tx) => createCategory(tx, ravi, { name }))

describe('a job', () => {
  it('is taken back whole, as a job of its own', async () => {
    const job = randomUUID()
    const ids = await times(20, (n) => goods.add(`Bulk ${n}`, { variants: [{ price: 1000 + n }] }))
    await write(async (tx) => {
      for (const [n, id] of ids.entries())
        await updateProduct(tx, { ...ravi, job }, id, { variants: [{ price: 5 + n }] })
    })
    const { answer } = await revert({ job })
    expect(answer.data).toEqual({ records: 20, left: 0 })
    const prices = await Promise.all(ids.map(async (id) => (await productOf(db, id)).price_from))
    expect(prices).toEqual(ids.map((_, n) => 1000 + n))
    const { job: own } = await latest('product', ids[0] ?? 0)
    expect(own).not.toBe(job)
    expect((await revert({ job: own })).answer.data).toEqual({ records: 20, left: 0 })
    expect((await productOf(db, ids[3] ?? 0)).price_from).toBe(8)
  })

  it('with several changes of a record, and with what is not changed in bulk, is taken back in order', async () => {
    const job = randomUUID()
    const [a, b, c] = [
      await goods.add('Mixed A', { variants: [{ price: 100, sku: 'MIX-A' }] }),
      await goods.add('Mixed B', { variants: [{ price: 200 }], description: 'As it was' }),
      await goods.add('Mixed C', { variants: [{ price: 300 }] }),
    ]
    const before = await Promise.all([a, b, c].map((id) => productOf(db, id)))
    await write(async (tx) => {
      const inJob = { ...ravi, job }
      await updateProduct(tx, inJob, a, { variants: [{ price: 110, sku: 'MIX-A' }] })
      await updateProduct(tx, inJob, b, { name: 'Renamed B', description: 'New', offer: 500 })
      await updateProduct(tx, inJob, a, { variants: [{ price: 120, sku: 'MIX-2' }], offer: 1000 })
      await updateProduct(tx, inJob, c, { offer: 1500 })
      await deleteProduct(tx, inJob, c)
    })
    expect((await revert({ job })).answer.data).toEqual({ records: 3, left: 0 })
    expect(await Promise.all([a, b, c].map((id) => productOf(db, id)))).toEqual(before)
    const [back] = await historyOf('product', a)
    expect(back).toMatchObject({ action: 'revert', changes: [{ name: 'Price and variants' }] })
    const { rows } = await sql<{ reverted: number; own: number }>`
      select count(distinct r.reverts)::int as reverted, count(distinct r.job)::int as own
      from journal r join journal j on j.id = r.reverts where j.job = ${job}`.execute(db)
    expect(rows).toEqual([{ reverted: 5, own: 1 }])
  })

  it('changes nothing where one record was changed since, until it is known what becomes of it', async () => {
    const job = randomUUID()
    const [a, b] = [
      await goods.add('Job A', { variants: [{ price: 100 }] }),
      await goods.add('Job B', { variants: [{ price: 100 }] }),
    ]
    await write(async (tx) => {
      for (const id of [a, b]) await updateProduct(tx, { ...ravi, job }, id, { offer: 1000 })
    })
    await write((tx) => updateProduct(tx, ravi, b, { offer: 2000 }))
    const refused = await revert({ job })
    expect(refused).toMatchObject({ status: 409, code: 'changed_since' })
    expect(refused.issues).toMatchObject([
      { message: 'Offer of product Job B is “20 %” now, changed by Ravi' },
    ])
    expect((await productOf(db, a)).offer).toBe(1000)
    expect((await revert({ job, leave: true })).answer.data).toEqual({ records: 1, left: 1 })
    expect([(await productOf(db, a)).offer, (await productOf(db, b)).offer]).toEqual([0, 2000])
    const overwrite = refused.issues?.map(({ path }) => path)
    expect((await revert({ job, overwrite })).answer.data).toEqual({ records: 1, left: 0 })
    expect((await productOf(db, b)).offer).toBe(0)
  })

  it('that emptied and deleted a category brings it back, then what was in it', async () => {
    const job = randomUUID()
    const [from, to] = [await newCategory('Emptied'), await newCategory('Filled')]
    const id = await goods.add('Moved', { variants: [{ price: 100 }] })
    await write((tx) => updateProduct(tx, ravi, id, { categoryId: from }))
    await write(async (tx) => {
      await updateProduct(tx, { ...ravi, job }, id, { categoryId: to })
      await deleteCategory(tx, { ...ravi, job }, from)
    })
    expect((await revert({ job })).answer.data).toEqual({ records: 2, left: 0 })
    expect(await categoryOf(db, from)).toMatchObject({ name: 'Emptied' })
  })
})

describe('who may revert', () => {
  it('is who may change it', async () => {
    await write((tx) => updateShop(tx, ravi, { name: 'Renamed shop' }))
    const entry = await latest('shop', 1)
    const staffWith = async (id: number, permission: string) => {
      await db
        .insertInto('role')
        .values({ config_id: 1, id, name: permission, permissions: [permission] })
        .execute()
      return (await newcomer(db, app, { role_id: id })).browser
    }
    const staff = await staffWith(21, 'staff')
    expect(await revert({ entry: entry.id }, staff)).toMatchObject({ status: 403, code: 'not_allowed' })
    const settings = await staffWith(22, 'settings')
    expect((await revert({ entry: entry.id }, settings)).status).toBe(200)
  })

  it('is nobody in another shop', async () => {
    const { id: entry } = await latest('shop', 1)
    const foreign = (
      await db.selectFrom('journal').select('id').where('config_id', '=', 2).limit(1).executeTakeFirst()
    )?.id
    expect(await revert({ entry: foreign })).toMatchObject({ status: 404 })
    expect((await revert({ entry })).status).toBe(200)
  })
})

it.each([
  {},
  { entry: 1, job: randomUUID() },
  { entry: 'x' },
  { entry: 0 },
  { job: 'x' },
  { job: randomUUID(), fields: ['name'] },
  { entry: 1, fields: [] },
  { entry: 1, fields: 'name' },
  { entry: 1, overwrite: [1] },
  { entry: 1, leave: 'yes' },
  { entry: 1, more: 1 },
])('refuses %j', async (input) => {
  expect((await revert(input)).status).toBe(400)
})

it('refuses what is not there, and fields that the entry has not changed', async () => {
  expect((await revert({ entry: 999_999_999 })).status).toBe(404)
  expect((await revert({ job: randomUUID() })).status).toBe(404)
  const id = await newCategory()
  expect((await revert({ entry: (await latest('category', id)).id, fields: ['name'] })).status).toBe(400)
  await write((tx) => updateCategory(tx, ravi, id, { name: 'Fielded' }))
  expect((await revert({ entry: (await latest('category', id)).id, fields: ['slug'] })).status).toBe(400)
  expect(await categoryOf(db, id)).toMatchObject({ name: 'Fielded' })
})
