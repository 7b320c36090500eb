import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkProducts, getAdminProducts } from '#contract/catalog/admin/product.ts'
import { undoAudit } from '#contract/audit/audit.ts'
import { createCategory, createProduct, createSubcategory } from '#server/modules/catalog/index.ts'
import { MAX_PRICE } from '#server/modules/pricing/index.ts'
import { newUser, openElsewhere, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import type { Client } from '#test/harness/people/client.ts'

let statements = 0
const { app, db, stop } = await testApp({
  // The server may read the list of shops at any moment after a write.
  onStatement: ({ query }) => void (statements += Number(!query.sql.includes('shop_host'))),
})
afterAll(stop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
let staff: Client
let home: number
let garden: number
let pots: number
let ids: number[]

beforeAll(async () => {
  await openElsewhere(db, app)
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  await db.transaction().execute(async (tx) => {
    home = await createCategory(tx, context, { name: 'Home' })
    garden = await createCategory(tx, context, { name: 'Garden' })
    pots = await createSubcategory(tx, context, { categoryId: garden, name: 'Pots' })
  })
})
beforeEach(async () => {
  ids = await db.transaction().execute(async (tx) => {
    await tx.updateTable('product').set({ deleted_at: new Date() }).execute()
    const made: number[] = []
    for (let n = 0; n < 3; n++) {
      const variants = [
        { options: { Size: 'S' }, price: 333 + n, stock: 1 },
        { options: { Size: 'L' }, price: 50_000 },
      ]
      made.push(
        await createProduct(tx, context, { name: `Pot ${n}`, categoryId: home, options: ['Size'], variants }),
      )
    }
    return made
  })
})

const bulk = (input: object) => staff.send(bulkProducts, input)
const prices = async (id: number) => {
  const rows = await db
    .selectFrom('variant')
    .select('price')
    .where('product_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ price }) => price)
}
const entries = () =>
  db
    .selectFrom('audit_entry')
    .select(['subject_id', 'before', 'after', 'job'])
    .where('job', 'is not', null)
    .orderBy('id')
    .execute()

test('previews the changes without writing them', async () => {
  const change = { price: { by: 'percent', value: 10 }, productoffer: 5 }
  const { answer, message } = await bulk({ ids, change, preview: true })
  expect(message).toBe('3 products will change')
  expect(answer.data).toMatchObject({ count: 3, changed: 3, unchanged: 0, more: 0, job: null })
  expect(answer.data.changes[0]).toEqual({
    productid: ids[0],
    productname: 'Pot 0',
    before: { pricefrom: 3.33, priceto: 500, productoffer: 0 },
    after: { pricefrom: 3.66, priceto: 550, productoffer: 5 },
  })
  expect(await prices(ids[0]!)).toEqual([333, 50_000])
  expect(await entries()).toEqual([])
})

test('writes one job with an entry per product, and the table shows the result', async () => {
  const selection = { filter: { q: 'pot' }, change: { price: { by: 'amount', value: -5 } } }
  expect((await bulk({ ...selection, preview: true })).answer.data).toMatchObject({ changed: 3, free: 3 })
  const refused = await bulk({ ...selection, count: 3 })
  expect(refused).toMatchObject({ status: 409, code: 'becomes_free', issues: [{ path: 'allowfree' }] })
  expect(await prices(ids[2]!)).toEqual([335, 50_000])
  const { answer } = await bulk({ ...selection, count: 3, allowfree: true })
  expect(answer.data).toMatchObject({ count: 3, changed: 3, free: 3 })
  expect(answer.data.changes[0]?.after).toEqual({ pricefrom: 0, priceto: 495 })
  expect(await prices(ids[2]!)).toEqual([0, 49_500])
  const { data } = (await staff.send(getAdminProducts, { sort: 'price' })).answer
  expect(data[0]).toMatchObject({ pricefrom: 0, priceto: 495 })
  const written = await entries()
  expect(written).toHaveLength(3)
  expect(new Set(written.map(({ job }) => job))).toEqual(new Set([answer.data.job]))
  expect(written[0]).toMatchObject({
    subject_id: String(ids[0]),
    before: { variants: [{ price: 333, options: { Size: 'S' }, sku: null }, { price: 50_000 }] },
    after: { variants: [{ price: 0 }, { price: 49_500 }] },
  })
})

test('counts products that already have the new values, but leaves them alone', async () => {
  await bulk({ ids: [ids[0]], change: { status: 'draft', is_new: true } })
  const { answer } = await bulk({ ids, change: { status: 'draft', is_new: true } })
  expect(answer.data).toMatchObject({ count: 3, changed: 2, unchanged: 1 })
})

test('sets the given subcategory, or none, in another category', async () => {
  const moved = await bulk({ ids, change: { productcategoryid: garden, productsubcategoryid: pots } })
  expect(moved.answer.data.changes[0]).toMatchObject({
    before: { productcategoryname: 'Home', subcategoryname: null },
    after: { productcategoryname: 'Garden', subcategoryname: 'Pots' },
  })
  await bulk({ ids, change: { productcategoryid: garden, is_new: true } })
  const row = () =>
    db
      .selectFrom('product')
      .select(['category_id', 'subcategory_id'])
      .where('id', '=', ids[0]!)
      .executeTakeFirst()
  expect(await row()).toEqual({ category_id: garden, subcategory_id: pots })
  await bulk({ ids, change: { productcategoryid: home } })
  expect(await row()).toEqual({ category_id: home, subcategory_id: null })
})

test.each<[string, number, () => object]>([
  ['a product that is gone', 404, () => ({ ids: [...ids, 999_999], change: { is_new: true } })],
  ['an unknown category', 400, () => ({ ids, change: { productcategoryid: 999 } })],
  [
    'a subcategory of another category',
    400,
    () => ({ ids, change: { productcategoryid: home, productsubcategoryid: pots } }),
  ],
  ['a subcategory alone', 400, () => ({ ids, change: { productsubcategoryid: pots } })],
  ['nothing to change', 400, () => ({ ids, change: {} })],
  ['no products', 400, () => ({ ids: [], change: { is_new: true } })],
  ['both ways of saying which', 400, () => ({ ids, filter: {}, change: { is_new: true } })],
  ['a selection that has changed', 409, () => ({ filter: {}, count: 2, change: { is_new: true } })],
  ['less than nothing', 400, () => ({ ids, change: { price: { by: 'percent', value: -101 } } })],
])('refuses %s, and changes nothing', async (_, status, input) => {
  const before = (await entries()).length
  expect((await bulk(input())).status).toBe(status)
  expect((await entries()).length).toBe(before)
})

test('refuses a price that is too high and names the product', async () => {
  await db
    .updateTable('variant')
    .set({ price: MAX_PRICE })
    .where('product_id', '=', ids[1]!)
    .where('position', '=', 1)
    .execute()
  const refused = await bulk({ ids, change: { price: { by: 'percent', value: 1 } } })
  expect(refused).toMatchObject({ status: 400, issues: [{ path: `product.${ids[1]}` }] })
  expect(refused.message).toContain('Pot 1')
  expect(await prices(ids[0]!)).toEqual([333, 50_000])
})

test('finds no products of another shop', async () => {
  const other = await newUser(db, { role_id: 1, config_id: 2 })
  const elsewhere = await signedIn(app, other.email, 'other.example')
  expect((await elsewhere.send(bulkProducts, { ids, change: { is_new: true } })).status).toBe(404)
  expect(
    (await elsewhere.send(bulkProducts, { filter: {}, change: { is_new: true } })).answer.data.count,
  ).toBe(0)
})

test('a filter is changed in parts, and each part can be undone', async () => {
  const change = { status: 'draft' }
  const filter = { status: 'live' }
  const { data: seen } = (await bulk({ filter, change, limit: 2, preview: true })).answer
  expect(seen).toMatchObject({ count: 2, changed: 2, next: ids[1] })
  const { data: first } = (await bulk({ filter, change, limit: 2, count: 2 })).answer
  const rest = { filter, change, limit: 2, after: first.next }
  expect(await bulk({ ...rest, count: 2 })).toMatchObject({ status: 409, code: 'selection_changed' })
  const { data: last } = (await bulk({ ...rest, count: 1 })).answer
  expect(last).toMatchObject({ count: 1, changed: 1, next: null })
  const statuses = async () => {
    const rows = await db.selectFrom('product').select('status').where('id', 'in', ids).execute()
    return rows.map(({ status }) => status)
  }
  expect(await statuses()).toEqual(['draft', 'draft', 'draft'])
  for (const { job, changed } of [first, last])
    expect((await staff.send(undoAudit, { job })).answer.data).toEqual({ records: changed, skipped: 0 })
  expect(await statuses()).toEqual(['live', 'live', 'live'])
})

test('sets sale prices between two moments, removes them, and undoes both', async () => {
  const sales = async () => {
    const rows = await db
      .selectFrom('variant as v')
      .innerJoin('product as p', 'p.id', 'v.product_id')
      .select(['v.sale_price', 'p.sale_from', 'p.sale_ends_at'])
      .where('p.id', '=', ids[0] ?? 0)
      .orderBy('v.position')
      .execute()
    return rows.map((row) => [row.sale_price, row.sale_from, row.sale_ends_at?.toISOString()])
  }
  const none = [
    [null, 333, undefined],
    [null, 333, undefined],
  ]
  const ends = '2130-01-01T00:00:00.000Z'
  const change = { sale: { percent: 20, ends_at: ends } }
  const { data: preview } = (await bulk({ ids, change, preview: true })).answer
  expect(preview.changes[0]).toMatchObject({
    before: { salefrom: null, sale_ends_at: null },
    after: { salefrom: 2.66, sale_ends_at: ends },
  })
  expect(await sales()).toEqual(none)
  const { data: set } = (await bulk({ ids, change })).answer
  expect(set).toMatchObject({ changed: 3, unchanged: 0 })
  // Half a minor unit is rounded up, as an offer does.
  const onSale = [
    [266, 266, ends],
    [40_000, 266, ends],
  ]
  expect(await sales()).toEqual(onSale)
  expect((await bulk({ ids, change })).answer.data).toMatchObject({ changed: 0, unchanged: 3 })

  const { data: removed } = (await bulk({ ids, change: { sale: { percent: null } } })).answer
  expect(await sales()).toEqual(none)
  expect(await staff.send(undoAudit, { job: removed.job })).toMatchObject({ status: 200 })
  expect(await sales()).toEqual(onSale)
  expect(await staff.send(undoAudit, { job: set.job })).toMatchObject({ status: 200 })
  expect(await sales()).toEqual(none)
})

test.each([
  ['change.sale.percent', { percent: 0 }],
  ['change.sale.percent', { percent: 101 }],
  ['change.sale.ends_at', { percent: 5, starts_at: '2130-01-02T00:00:00Z', ends_at: '2130-01-01T00:00:00Z' }],
])('names the invalid field of a sale: %s', async (path, sale) => {
  const sent = await bulk({ ids, change: { sale } })
  expect(sent.issues?.map((issue) => issue.path)).toEqual([path])
})

test('sets tax class and commodity code, and undoes both with the percentage', async () => {
  await db.updateTable('product').set({ gst: 1_800 }).where('id', '=', ids[0]!).execute()
  const rows = () =>
    db
      .selectFrom('product')
      .select(['gst', 'tax_class', 'hsn'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  const before = await rows()
  const { answer } = await bulk({ ids, change: { taxclass: 'reduced', hsn: '6912' } })
  expect(await rows()).toEqual(ids.map(() => ({ gst: 0, tax_class: 'reduced', hsn: '6912' })))
  expect(
    (await bulk({ ids, change: { taxclass: null }, preview: true })).answer.data.changes[0],
  ).toMatchObject({
    before: { taxclass: 'reduced' },
    after: { taxclass: null },
  })
  expect(await staff.send(undoAudit, { job: answer.data.job })).toMatchObject({ status: 200 })
  expect(await rows()).toEqual(before)
})

// Last, because the next test would have to delete all of them in one statement.
test('changes 500 products with as many statements as 5', async () => {
  const change = { price: { by: 'percent', value: -10 }, productoffer: 10 }
  const countStatements = async (q: string) => {
    const before = statements
    const { answer } = await bulk({ filter: { q }, change })
    return { ...answer.data, statements: statements - before }
  }
  await db.transaction().execute(async (tx) => {
    const rows = Array.from({ length: 505 }, (_, n) => ({
      config_id: 1,
      category_id: home,
      name: n < 500 ? `Many ${n}` : `Few ${n}`,
      slug: randomUUID(),
    }))
    const made = await tx.insertInto('product').values(rows).returning('id').execute()
    await tx
      .insertInto('variant')
      .values(made.map(({ id }) => ({ config_id: 1, product_id: id, price: 1000 })))
      .execute()
  })
  const few = await countStatements('few')
  const many = await countStatements('many')
  expect(few).toMatchObject({ changed: 5 })
  expect(many).toMatchObject({ changed: 500, more: 400, statements: few.statements })
  expect(await entries()).toSatisfy((all: unknown[]) => all.length >= 500)
})
