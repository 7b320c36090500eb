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
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { times } from '#test/harness/processes/at-once.ts'
import { categoryOf, auditLogOf, productOf, someone } from '#test/harness/data/audit-entries.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const { goods, historyOf, latest, write, undo } = await auditLogOf({ app, db })
const ravi = someone('Ravi')

let names = 0
const newCategory = (name = `Category ${++names}`) => write((tx) => createCategory(tx, ravi, { name }))

describe('undoing a job', () => {
  it('undoes all of its entries, as a job of its own', async () => {
    const job = randomUUID()
    const ids = await times(20, (n) => goods.add(`Bulk ${n}`, { variants: [{ price: 1000 + n }] }))
    await write(async (tx) => {
      for (const [n, id] of ids.entries())
        await updateProduct(tx, { ...ravi, job }, id, { variants: [{ price: 5 + n }] })
    })
    const { answer } = await undo({ job })
    expect(answer.data).toEqual({ records: 20, skipped: 0 })
    const prices = await Promise.all(ids.map(async (id) => (await productOf(db, id)).price_from))
    expect(prices).toEqual(ids.map((_, n) => 1000 + n))
    const { job: own } = await latest('product', ids[0] ?? 0)
    expect(own).not.toBe(job)
    expect((await undo({ job: own })).answer.data).toEqual({ records: 20, skipped: 0 })
    expect((await productOf(db, ids[3] ?? 0)).price_from).toBe(8)
  })

  it('undoes several changes of a record, and nouns without bulk writes, in order', async () => {
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
    expect((await undo({ job })).answer.data).toEqual({ records: 3, skipped: 0 })
    expect(await Promise.all([a, b, c].map((id) => productOf(db, id)))).toEqual(before)
    const [back] = await historyOf('product', a)
    expect(back).toMatchObject({ action: 'undo', changes: [{ name: 'Price and variants' }] })
    const { rows } = await sql<{ undone: number; own: number }>`
      select count(distinct r.undoes)::int as undone, count(distinct r.job)::int as own
      from audit_entry r join audit_entry j on j.id = r.undoes where j.job = ${job}`.execute(db)
    expect(rows).toEqual([{ undone: 5, own: 1 }])
  })

  it('changes nothing if a record changed later, until the caller decides about it', async () => {
    const job = randomUUID()
    const [a, b] = [
      await goods.add('Job A', { variants: [{ price: 100 }] }),
      await goods.add('Job B', { variants: [{ price: 100 }] }),
    ]
    await write(async (tx) => {
      for (const id of [a, b]) await updateProduct(tx, { ...ravi, job }, id, { offer: 1000 })
    })
    await write((tx) => updateProduct(tx, ravi, b, { offer: 2000 }))
    const refused = await undo({ job })
    expect(refused).toMatchObject({ status: 409, code: 'undo_conflict' })
    expect(refused.issues).toMatchObject([
      { message: 'Offer of product Job B is now “20%”, changed by Ravi' },
    ])
    expect((await productOf(db, a)).offer).toBe(1000)
    expect((await undo({ job, skipConflicts: true })).answer.data).toEqual({ records: 1, skipped: 1 })
    expect([(await productOf(db, a)).offer, (await productOf(db, b)).offer]).toEqual([0, 2000])
    const overwrite = refused.issues?.map(({ path }) => path)
    expect((await undo({ job, overwrite })).answer.data).toEqual({ records: 1, skipped: 0 })
    expect((await productOf(db, b)).offer).toBe(0)
  })

  it('restores a deleted category before its products', async () => {
    const job = randomUUID()
    const [from, to] = [await newCategory('Emptied'), await newCategory('Filled')]
    const id = await goods.add('Moved', { variants: [{ price: 100 }] })
    await write((tx) => updateProduct(tx, ravi, id, { categoryId: from }))
    await write(async (tx) => {
      await updateProduct(tx, { ...ravi, job }, id, { categoryId: to })
      await deleteCategory(tx, { ...ravi, job }, from)
    })
    expect((await undo({ job })).answer.data).toEqual({ records: 2, skipped: 0 })
    expect(await categoryOf(db, from)).toMatchObject({ name: 'Emptied' })
  })
})

describe('permission to undo', () => {
  it('is the permission to change', async () => {
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
    expect(await undo({ entry: entry.id }, staff)).toMatchObject({ status: 403, code: 'not_allowed' })
    const settings = await staffWith(22, 'settings')
    expect((await undo({ entry: entry.id }, settings)).status).toBe(200)
  })

  it('does not reach another shop', async () => {
    const { id: entry } = await latest('shop', 1)
    const foreign = (
      await db.selectFrom('audit_entry').select('id').where('config_id', '=', 2).limit(1).executeTakeFirst()
    )?.id
    expect(await undo({ entry: foreign })).toMatchObject({ status: 404 })
    expect((await undo({ entry })).status).toBe(200)
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
  { entry: 1, skipConflicts: 'yes' },
  { entry: 1, more: 1 },
])('refuses %j', async (input) => {
  expect((await undo(input)).status).toBe(400)
})

it('refuses unknown entries, and fields that the entry did not change', async () => {
  expect((await undo({ entry: 999_999_999 })).status).toBe(404)
  expect((await undo({ job: randomUUID() })).status).toBe(404)
  const id = await newCategory()
  expect((await undo({ entry: (await latest('category', id)).id, fields: ['name'] })).status).toBe(400)
  await write((tx) => updateCategory(tx, ravi, id, { name: 'Fielded' }))
  expect((await undo({ entry: (await latest('category', id)).id, fields: ['slug'] })).status).toBe(400)
  expect(await categoryOf(db, id)).toMatchObject({ name: 'Fielded' })
})
