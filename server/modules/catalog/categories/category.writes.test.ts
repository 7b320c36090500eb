import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '#server/db/connect.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import {
  addImages,
  createBanner,
  createCategory,
  createCollection,
  createProduct,
  createSpecification,
  createSubcategory,
  deleteCategory,
  deleteCollection,
  deleteProduct,
  deleteSpecification,
  deleteSubcategory,
  updateBanner,
  updateCategory,
  updateCollection,
  updateSpecification,
  updateSubcategory,
} from '../index.ts'

const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.drop())

const within = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)
const category = (name: string, slug?: string) =>
  within((tx) => createCategory(tx, context, { name, ...(slug && { slug }) }))
const slugOf = async (id: number) =>
  (await db.selectFrom('category').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug
const lastEntry = () =>
  db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('slugs', () => {
  test('are derived from names, numbered if taken, and shared with collections', async () => {
    expect(await slugOf(await category('Café Ware'))).toBe('cafe-ware')
    expect(await slugOf(await category('Cafe-ware!'))).toBe('cafe-ware-2')
    expect(await slugOf(await category('Cafe; ware'))).toBe('cafe-ware-3')
    const id = await within((tx) => createCollection(tx, context, { name: 'Café Ware' }))
    const collection = await db
      .selectFrom('collection')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(collection.slug).toBe('cafe-ware-4')
  })

  test('are refused if taken or malformed', async () => {
    await category('Sale', 'sale')
    await expect(category('Other', 'sale')).rejects.toMatchObject({ status: 409, code: 'slug_taken' })
    const collection = within((tx) => createCollection(tx, context, { name: 'Sale', slug: 'sale' }))
    await expect(collection).rejects.toMatchObject({ status: 409, code: 'slug_taken' })
    await expect(category('Other', 'Not a slug')).rejects.toMatchObject({ status: 400 })
  })

  test('differ for ten simultaneous creations with one name', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `Rush${'!'.repeat(i)}`)
    const slugs = await Promise.all(names.map(async (name) => slugOf(await category(name))))
    expect(new Set(slugs).size).toBe(10)
  })

  test('survive a new name, and resolve after a change of slug', async () => {
    const id = await category('Glas')
    await within((tx) => updateCategory(tx, context, id, { name: 'Glass' }))
    expect(await slugOf(id)).toBe('glas')
    await within((tx) => updateCategory(tx, context, id, { slug: 'glass' }))
    const history = await db
      .selectFrom('slug_history')
      .select('target_id')
      .where('slug', '=', 'glas')
      .execute()
    expect(history).toEqual([{ target_id: id }])
  })
})

describe('the audit log', () => {
  test('records actor and action, and only the changed fields of an update', async () => {
    const id = await category('Bath')
    expect(await lastEntry()).toMatchObject({
      config_id: 1,
      actor_name: 'Asha',
      action: 'create',
      subject: 'category',
      subject_id: String(id),
      before: null,
      after: { name: 'Bath', slug: 'bath', image: null },
    })
    await within((tx) => updateCategory(tx, context, id, { name: 'Bathroom' }))
    expect(await lastEntry()).toMatchObject({ before: { name: 'Bath' }, after: { name: 'Bathroom' } })
    const { id: entry } = await lastEntry()
    await within((tx) => updateCategory(tx, context, id, { name: 'Bathroom' }))
    expect((await lastEntry()).id).toBe(entry)
    await within((tx) => deleteCategory(tx, context, id))
    expect(await lastEntry()).toMatchObject({
      action: 'delete',
      before: { name: 'Bathroom', slug: 'bath' },
      after: null,
    })
  })
})

describe('deleting something in use is refused', () => {
  test('for a category with subcategories, products and rules', async () => {
    const id = await category('Desk')
    const lamps = await within((tx) => createSubcategory(tx, context, { categoryId: id, name: 'Lamps' }))
    const product = await within((tx) =>
      createProduct(tx, context, {
        name: 'Lamp',
        categoryId: id,
        subcategoryId: lamps,
        variants: [{ price: 1 }],
      }),
    )
    const rule = { productcategoryid: id, productsubcategoryid: lamps }
    const collection = await within((tx) => createCollection(tx, context, { name: 'Study', rule }))
    const remove = () => within((tx) => deleteCategory(tx, context, id))
    await expect(remove()).rejects.toMatchObject({
      status: 409,
      code: 'in_use',
      message: 'Desk is in use by 1 subcategory and 1 product and 1 collection. Move or delete them first.',
    })
    const removeLamps = () => within((tx) => deleteSubcategory(tx, context, lamps))
    await expect(removeLamps()).rejects.toThrow('Lamps is in use by 1 product and 1 collection')

    await within((tx) => deleteCollection(tx, context, collection))
    await within((tx) => deleteProduct(tx, context, product))
    await removeLamps()
    await remove()
    await expect(remove()).rejects.toMatchObject({ status: 404, message: 'There is no such category' })
  })

  test('for a specification of products', async () => {
    const categoryId = await category('Audio')
    const id = await within((tx) => createSpecification(tx, context, { name: 'Battery' }))
    const specifications = [{ specificationId: id, description: '14 hours' }]
    const product = await within((tx) =>
      createProduct(tx, context, { name: 'Speaker', categoryId, specifications, variants: [{ price: 1 }] }),
    )
    const remove = () => within((tx) => deleteSpecification(tx, context, id))
    await expect(remove()).rejects.toThrow('Battery is in use by 1 product')
    await within((tx) => deleteProduct(tx, context, product))
    await remove()
  })
})

test('refuses a duplicate name; subcategory names are unique per category', async () => {
  const [first, second] = [await category('First'), await category('Second')]
  await expect(category('FIRST')).rejects.toMatchObject({ status: 409, code: 'name_taken' })
  await expect(category(' ')).rejects.toMatchObject({ status: 400, message: 'Enter a name' })
  const chairs = (categoryId: number) =>
    within((tx) => createSubcategory(tx, context, { categoryId, name: 'Chairs' }))
  const id = await chairs(first)
  await expect(chairs(first)).rejects.toMatchObject({ status: 409, code: 'name_taken' })
  await chairs(second)
  const move = within((tx) => updateSubcategory(tx, context, id, { categoryId: second }))
  await expect(move).rejects.toMatchObject({ status: 409, code: 'name_taken' })
  await expect(chairs(987_654)).rejects.toMatchObject({ status: 404, message: 'There is no such category' })
})

test('moves the products of a subcategory to its new category', async () => {
  const [from, to] = [await category('From'), await category('To')]
  const id = await within((tx) => createSubcategory(tx, context, { categoryId: from, name: 'Moving' }))
  const input = { name: 'Box', categoryId: from, subcategoryId: id, variants: [{ price: 1 }] }
  const [kept, gone] = [
    await within((tx) => createProduct(tx, context, input)),
    await within((tx) => createProduct(tx, context, input)),
  ]
  await within((tx) => deleteProduct(tx, context, gone))
  await within((tx) => updateSubcategory(tx, context, id, { categoryId: to }))
  const product = await db
    .selectFrom('product')
    .select('category_id')
    .where('id', '=', kept)
    .executeTakeFirstOrThrow()
  expect(product.category_id).toBe(to)
})

test('accepts a collection with hand-picked products or a valid rule', async () => {
  const id = await within((tx) =>
    createCollection(tx, context, { name: 'Offers', rule: { onsale: true, maxprice: '99.5' } }),
  )
  expect(await lastEntry()).toMatchObject({ after: { rule: { onsale: true, maxprice: 99.5 } } })
  const limited = within((tx) =>
    updateCollection(tx, context, id, { rule: Object.assign({ onsale: true }, { limit: 5 }) }),
  )
  await expect(limited).rejects.toMatchObject({ status: 400 })
  await expect(
    within((tx) => updateCollection(tx, context, id, { productIds: [987_654] })),
  ).rejects.toMatchObject({ status: 404 })
  const categoryId = await category('Chosen')
  const products = [1, 2, 3].map((price) =>
    within((tx) => createProduct(tx, context, { name: 'P', categoryId, variants: [{ price }] })),
  )
  const productIds = (await Promise.all(products)).toReversed()
  await within((tx) => updateCollection(tx, context, id, { rule: null, productIds }))
  expect(await lastEntry()).toMatchObject({ before: { productIds: [] }, after: { rule: null, productIds } })
})

test('refuses a banner with an external link or an impossible period', async () => {
  await within((tx) => addImages(tx, 1, [{ file: 'banner.webp', width: 9, height: 9, bytes: 9 }]))
  const banner = (input: object) =>
    within((tx) => createBanner(tx, context, { image: 'banner.webp', ...input }))
  const id = await banner({ title: 'Slow tables', link: '/products' })
  for (const link of [
    '//elsewhere.example',
    '/\\elsewhere',
    'https://elsewhere.example',
    'javascript:alert(1)',
  ]) {
    await expect(banner({ link })).rejects.toMatchObject({ status: 400 })
  }
  const [early, late] = [new Date('2030-01-01'), new Date('2030-02-01')]
  await expect(banner({ shownFrom: late, shownUntil: early })).rejects.toThrow(
    'End date must be after the start date',
  )
  await within((tx) => updateBanner(tx, context, id, { shownFrom: early, shownUntil: late }))
  expect(await lastEntry()).toMatchObject({ after: { shownFrom: early.toISOString() } })
  await expect(banner({ image: 'nowhere.webp' })).rejects.toThrow('nowhere.webp has not been uploaded')
})

test('hides the rows of other shops', async () => {
  const other = await db
    .insertInto('shop')
    .values({ name: 'Other' })
    .returning('config_id')
    .executeTakeFirstOrThrow()
  const there = { ...context, shopId: other.config_id }
  const id = await category('Ours')
  await expect(within((tx) => updateCategory(tx, there, id, { name: 'Theirs' }))).rejects.toMatchObject({
    status: 404,
  })
  await expect(within((tx) => deleteCategory(tx, there, id))).rejects.toMatchObject({ status: 404 })
  const foreign = within((tx) =>
    createProduct(tx, there, { name: 'P', categoryId: id, variants: [{ price: 1 }] }),
  )
  await expect(foreign).rejects.toMatchObject({ status: 404, message: 'There is no such category' })
})

test('adds facets to products when their specification becomes filterable', async () => {
  const categoryId = await category('Textiles')
  const id = await within((tx) => createSpecification(tx, context, { name: 'Fibre' }))
  const specifications = [{ specificationId: id, description: 'linen, recycled wool' }]
  const product = await within((tx) =>
    createProduct(tx, context, { name: 'Throw', categoryId, specifications, variants: [{ price: 1 }] }),
  )
  const facets = () =>
    db
      .selectFrom('facet_value as f')
      .innerJoin('product as p', (join) => join.on(sql<boolean>`f.id = any(p.facets)`))
      .select(['f.name', 'f.value'])
      .where('p.id', '=', product)
      .orderBy('f.value')
      .execute()
  expect(await facets()).toEqual([])
  await within((tx) => updateSpecification(tx, context, id, { filterable: true, name: 'Yarn' }))
  expect(await facets()).toEqual([
    { name: 'Yarn', value: 'Linen' },
    { name: 'Yarn', value: 'Recycled wool' },
  ])
})
