import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCategory,
  deleteCategory,
  getAdminCategories,
  orderCategories,
  updateCategory,
} from '#contract/admin-category.ts'
import {
  createSpecification,
  deleteSpecification,
  editSpecification,
  getAdminSpecifications,
} from '#contract/admin-specification.ts'
import {
  createSubcategory,
  deleteSubcategory,
  getAdminSubcategories,
  updateSubcategory,
} from '#contract/admin-subcategory.ts'
import { getCategories } from '#contract/category.ts'
import { updateFooter } from '#contract/home.ts'
import { getProducts } from '#contract/product.ts'
import { newcomer, newUser, openElsewhere, signedIn } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { upload } from '#test/harness/upload.ts'
import { wrongNumbers } from '#test/harness/wrong-values.ts'
import { createProduct } from './index.ts'

const { app, db, dataDir, stop } = await testApp()
afterAll(stop)
const { browser: admin, id: adminId } = await newcomer(db, app, { role_id: 1 })
let elsewhere: typeof admin
beforeAll(async () => {
  await openElsewhere(db, app)
  const { email } = await newUser(db, { config_id: 2, role_id: 1 })
  elsewhere = await signedIn(app, email, 'other.example')
})
const context = { configId: 1, actor: { id: null, name: 'Asha' } }
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#96401f' } })
  .png()
  .toBuffer()

const addCategory = async (productcategoryname: string) => {
  const { answer } = await upload(
    app,
    admin,
    createCategory,
    { productcategoryname },
    { productcategoryimage: png },
  )
  return answer.data.id
}
const addSubcategory = async (subcategoryName: string, categoryId: number) => {
  const fields = { subcategoryName, categoryId: String(categoryId) }
  const { answer } = await upload(app, admin, createSubcategory, fields, { productsubcategoryimage: png })
  return answer.data.id
}
const addProduct = (input: Omit<Parameters<typeof createProduct>[2], 'variants'>) =>
  db.transaction().execute((tx) => createProduct(tx, context, { variants: [{ price: 100 }], ...input }))
const placeOf = (id: number) =>
  db
    .selectFrom('product')
    .select(['category_id as categoryId', 'subcategory_id as subcategoryId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const entries = (subject: string, id: number) =>
  db
    .selectFrom('journal')
    .select(['actor_id', 'action', 'before', 'after', 'job'])
    .where('subject', '=', subject)
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()

describe('a category', () => {
  test('is added with a picture, which is encoded anew, and changed by what PUT carries', async () => {
    const id = await addCategory('  Tableware ')
    const [row] = (await admin.send(getAdminCategories, { q: 'table' })).answer.data
    expect(row).toMatchObject({ id, productcategoryname: 'Tableware', subcategories: 0, products: 0 })
    expect(row?.productcategoryimage).toMatch(/^[0-9a-f]{20}\.webp$/)
    expect((await app.inject(`/uploads/${row?.productcategoryimage}`)).headers['content-type']).toBe(
      'image/webp',
    )

    const other = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .jpeg()
      .toBuffer()
    const fields = { id: String(id), productcategoryname: 'Crockery', version: String(row?.version) }
    expect((await upload(app, admin, updateCategory, fields, { productcategoryimage: other })).status).toBe(
      200,
    )
    const [changed] = (await admin.send(getAdminCategories, { q: 'crock' })).answer.data
    expect(changed?.productcategoryimage).not.toBe(row?.productcategoryimage)
    expect((await entries('category', id)).map(({ actor_id, action }) => [actor_id, action])).toEqual([
      [adminId, 'create'],
      [adminId, 'update'],
    ])
    await expect
      .poll(async () => (await admin.send(getCategories)).answer.data.map((c) => c.productcategoryname))
      .toContain('Crockery')

    const late = await admin.send(updateCategory, { id, productcategoryname: 'Late', version: row?.version })
    expect(late).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect((await admin.send(updateCategory, { id, productcategoryname: 'JSON' })).status).toBe(200)
    await admin.send(deleteCategory, { id })
  })

  test('is refused without a name, without a picture, with one of another kind, or twice', async () => {
    const add = (productcategoryname: string, files: Record<string, Buffer>) =>
      upload(app, admin, createCategory, { productcategoryname }, files)
    const bytes = { productcategoryimage: png }
    expect(await add(' ', bytes)).toMatchObject({ status: 400, message: 'Category name is required!' })
    expect(await add('Bare', {})).toMatchObject({
      status: 400,
      message: 'Please upload an image!',
      issues: [{ path: 'productcategoryimage' }],
    })
    const before = await readdir(join(dataDir, 'uploads'))
    for (const bad of ['<svg onload="alert(1)"/>', '<html>', 'GIF89a'])
      expect((await add('Bad', { productcategoryimage: Buffer.from(bad) })).status).toBeGreaterThanOrEqual(
        400,
      )
    expect(await readdir(join(dataDir, 'uploads'))).toEqual(before)
    const id = await addCategory('Twice')
    expect(await add('twice', bytes)).toMatchObject({ status: 409, code: 'name_taken' })
    await admin.send(deleteCategory, { id })
    expect((await admin.send(getAdminCategories)).answer.total).toBe(0)
    for (const wrong of wrongNumbers) {
      const input = { id: wrong, productcategoryname: 'x' }
      expect((await admin.send(updateCategory, input)).status, String(wrong)).toBe(400)
      expect((await admin.send(deleteCategory, { id: wrong })).status, String(wrong)).toBe(400)
    }
  })

  test('in use says by what, and is deleted once that has moved', async () => {
    const [from, to] = [await addCategory('From'), await addCategory('To')]
    const sub = await addSubcategory('Mugs', from)
    const loose = await addProduct({ name: 'Loose', categoryId: from })
    const inside = await addProduct({ name: 'Inside', categoryId: from, subcategoryId: sub })
    const { data } = (await admin.send(getAdminCategories, { sort: 'name' })).answer
    expect(data).toMatchObject([{ id: from, subcategories: 1, products: 2 }, { id: to }])
    expect(await admin.send(deleteCategory, { id: from })).toMatchObject({
      status: 409,
      code: 'in_use',
      issues: [
        { path: 'subcategory', message: '1 subcategory' },
        { path: 'product', message: '2 products' },
      ],
    })
    expect((await admin.send(deleteCategory, { id: from, moveTo: from })).status).toBe(400)
    expect((await admin.send(deleteCategory, { id: from, moveTo: 999_999 })).status).toBe(404)
    expect(await placeOf(loose)).toEqual({ categoryId: from, subcategoryId: null })

    const taken = await addSubcategory('mugs', to)
    expect(await admin.send(deleteCategory, { id: from, moveTo: to })).toMatchObject({ code: 'name_taken' })
    await admin.send(deleteSubcategory, { id: taken })
    expect((await admin.send(deleteCategory, { id: from, moveTo: to })).status).toBe(200)
    expect(await placeOf(loose)).toEqual({ categoryId: to, subcategoryId: null })
    expect(await placeOf(inside)).toEqual({ categoryId: to, subcategoryId: sub })
    const moved = (await entries('product', loose)).at(-1)
    expect(moved).toMatchObject({ action: 'update', before: { categoryId: from }, after: { categoryId: to } })
    expect(moved?.job).toBe((await entries('category', from)).at(-1)?.job)
    expect(moved?.job).toEqual(expect.any(String))
  })

  test('of another shop is not there', async () => {
    const { id } = (await admin.send(getAdminCategories)).answer.data[0]!
    expect((await elsewhere.send(getAdminCategories)).answer.total).toBe(0)
    expect((await elsewhere.send(updateCategory, { id, productcategoryname: 'x' })).status).toBe(404)
    expect((await elsewhere.send(deleteCategory, { id })).status).toBe(404)
    expect((await elsewhere.send(orderCategories, { ids: [id] })).status).toBe(404)
  })
})

describe('a subcategory', () => {
  test('is added, moved to another category and changed by what PUT carries', async () => {
    const [home, away] = [await addCategory('Home'), await addCategory('Away')]
    const id = await addSubcategory('Lamps', home)
    const noCategory = await upload(
      app,
      admin,
      createSubcategory,
      { subcategoryName: 'x', categoryId: '' },
      { productsubcategoryimage: png },
    )
    expect(noCategory).toMatchObject({ status: 400, message: 'Please select a category!' })
    const product = await addProduct({ name: 'Lamp', categoryId: home, subcategoryId: id })
    const input = { id, subcategoryName: 'Desk lamps', categoryId: away }
    expect((await admin.send(updateSubcategory, input)).status).toBe(200)
    expect(await placeOf(product)).toEqual({ categoryId: away, subcategoryId: id })
    const { answer } = await admin.send(getAdminSubcategories, { category: away })
    expect(answer.data).toMatchObject([{ id, productcategoryname: 'Away', products: 1 }])
    expect((await admin.send(updateSubcategory, { ...input, categoryId: 999_999 })).status).toBe(404)

    const other = await addSubcategory('Lights', home)
    expect(await admin.send(deleteSubcategory, { id })).toMatchObject({ status: 409, code: 'in_use' })
    expect((await admin.send(deleteSubcategory, { id, moveTo: other })).status).toBe(200)
    expect(await placeOf(product)).toEqual({ categoryId: home, subcategoryId: other })
  })
})

describe('a specification', () => {
  test('is added, renamed, and gives way to another where products have both', async () => {
    const add = async (specificationName: string) =>
      (await admin.send(createSpecification, { specificationName, filterable: true })).answer.data.id
    const [colour, color] = [await add('Colour'), await add('Color')]
    expect((await admin.send(createSpecification, { specificationName: ' ' })).message).toBe(
      'Specification name is required!',
    )
    expect((await admin.send(createSpecification, { specificationName: 'colour' })).code).toBe('name_taken')
    const categoryId = await addCategory('Things')
    const pair = (specificationId: number, description: string) => ({ specificationId, description })
    const both = await addProduct({
      name: 'Both',
      categoryId,
      specifications: [pair(color, 'Red'), pair(colour, 'Blue')],
    })
    const one = await addProduct({ name: 'One', categoryId, specifications: [pair(color, 'Red')] })
    expect(await admin.send(deleteSpecification, { specificationid: color })).toMatchObject({
      code: 'in_use',
    })
    const moved = await admin.send(deleteSpecification, { specificationid: color, moveTo: colour })
    expect(moved.status).toBe(200)
    await admin.send(editSpecification, { specificationid: colour, specificationName: 'Shade' })
    const { data } = (await admin.send(getAdminSpecifications)).answer
    expect(data).toMatchObject([{ specificationName: 'Shade', filterable: true, products: 2 }])
    const found = async (value: string) => {
      const { response } = (await admin.send(getProducts, { specs: { Shade: [value] } })).answer
      return response.map(({ id }) => id).toSorted((a, b) => a - b)
    }
    await expect.poll(() => found('Red')).toEqual([both, one])
    expect(await found('Blue')).toEqual([both])
    expect((await entries('product', both)).at(-1)?.after).toEqual({
      specifications: [pair(colour, 'Blue, Red')],
    })
  })
})

test('what leads to a category is named, by its old address too', async () => {
  const id = await addCategory('Led To')
  const tables = await addCategory('Not Led To')
  const listed = async (of: number) =>
    (await admin.send(getAdminCategories, { q: 'led to' })).answer.data.find((row) => row.id === of)?.ledToBy
  expect(await listed(id)).toEqual([])
  const picture = (await db.selectFrom('picture').select('file').executeTakeFirstOrThrow()).file
  const banners = [
    ['Summer', '/categories/led-to?page=2'],
    ['', `/products/${id}/4`],
    ['Other', `/products/${id}1/4`],
  ] as const
  const by = await db
    .insertInto('banner')
    .values(banners.map(([title, link], position) => ({ config_id: 1, picture, title, link, position })))
    .returning('id')
    .execute()
  await admin.send(updateFooter, {
    groups: [{ title: 'Shop', links: [{ name: 'Led', to: '/Categories/led-to/' }] }],
  })
  await upload(
    app,
    admin,
    updateCategory,
    { id: String(id), productcategoryname: 'Led To', slug: 'led-on' },
    {},
  )
  expect(await listed(id)).toEqual([
    'the banner “Summer”',
    `the banner ${by[1]?.id}`,
    'the footer link “Led”',
  ])
  expect(await listed(tables)).toEqual([])
})
