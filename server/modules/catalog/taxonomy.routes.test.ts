import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCategory,
  deleteCategory,
  getAdminCategories,
  getAdminCategory,
  orderCategories,
  updateCategory,
} from '#contract/catalog/admin/category.ts'
import {
  createSpecification,
  deleteSpecification,
  editSpecification,
  getAdminSpecification,
  getAdminSpecifications,
} from '#contract/catalog/admin/specification.ts'
import {
  createSubcategory,
  deleteSubcategory,
  getAdminSubcategories,
  getAdminSubcategory,
  updateSubcategory,
} from '#contract/catalog/admin/subcategory.ts'
import { getCategories } from '#contract/catalog/category.ts'
import { updateFooter } from '#contract/settings/home.ts'
import { getProducts } from '#contract/catalog/product.ts'
import { newcomer, newUser, openElsewhere, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { wrongNumbers } from '#test/harness/hostile/wrong-values.ts'
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
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#96401f' } })
  .png()
  .toBuffer()

const addCategory = async (productcategoryname: string) => {
  const { answer } = await admin.upload(
    createCategory,
    { productcategoryname },
    { productcategoryimage: png },
  )
  return answer.data.id
}
const addSubcategory = async (subcategoryName: string, categoryId: number) => {
  const fields = { subcategoryName, categoryId: String(categoryId) }
  const { answer } = await admin.upload(createSubcategory, fields, { productsubcategoryimage: png })
  return answer.data.id
}
const addProduct = (input: Omit<Parameters<typeof createProduct>[2], 'variants'>) =>
  db.transaction().execute((tx) => createProduct(tx, context, { variants: [{ price: 100 }], ...input }))
const categoryOf = (id: number) =>
  db
    .selectFrom('product')
    .select(['category_id as categoryId', 'subcategory_id as subcategoryId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const entries = (subject: string, id: number) =>
  db
    .selectFrom('audit_entry')
    .select(['actor_id', 'action', 'before', 'after', 'job'])
    .where('subject', '=', subject)
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()

describe('a category', () => {
  test('is created with a re-encoded image and updated by PUT', async () => {
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
    expect((await admin.upload(updateCategory, fields, { productcategoryimage: other })).status).toBe(200)
    const [changed] = (await admin.send(getAdminCategories, { q: 'crock' })).answer.data
    expect(changed?.productcategoryimage).not.toBe(row?.productcategoryimage)
    expect((await entries('category', id)).map(({ actor_id, action }) => [actor_id, action])).toEqual([
      [adminId, 'create'],
      [adminId, 'update'],
    ])
    await expect
      .poll(async () => (await admin.send(getCategories)).answer.data.map((c) => c.productcategoryname))
      .toContain('Crockery')

    expect((await admin.send(getAdminCategory, { id })).answer.data).toEqual(changed)
    expect((await admin.send(getAdminCategory, { id: 999_999 })).status).toBe(404)

    const late = await admin.send(updateCategory, { id, productcategoryname: 'Late', version: row?.version })
    expect(late).toMatchObject({ status: 409, code: 'version_conflict' })
    expect((await admin.send(updateCategory, { id, productcategoryname: 'JSON' })).status).toBe(200)
    await admin.send(deleteCategory, { id })
  })

  test('is refused without a name or image, with an invalid image, and twice', async () => {
    const add = (productcategoryname: string, files: Record<string, Buffer>) =>
      admin.upload(createCategory, { productcategoryname }, files)
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
    const taken = { status: 409, code: 'name_taken', issues: [{ path: 'productcategoryname' }] }
    expect(await add('twice', bytes)).toMatchObject(taken)
    const other = await addCategory('Other')
    expect(await admin.send(updateCategory, { id: other, productcategoryname: 'Twice' })).toMatchObject(taken)
    await admin.send(deleteCategory, { id: other })
    await admin.send(deleteCategory, { id })
    expect((await admin.send(getAdminCategories)).answer.total).toBe(0)
    for (const wrong of wrongNumbers) {
      const input = { id: wrong, productcategoryname: 'x' }
      expect((await admin.send(updateCategory, input)).status, String(wrong)).toBe(400)
      expect((await admin.send(deleteCategory, { id: wrong })).status, String(wrong)).toBe(400)
    }
  })

  test('lists what uses it, and is deleted after that was moved', async () => {
    const [from, to] = [await addCategory('From'), await addCategory('To')]
    const sub = await addSubcategory('Mugs', from)
    const direct = await addProduct({ name: 'Direct', categoryId: from })
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
    expect(await categoryOf(direct)).toEqual({ categoryId: from, subcategoryId: null })

    const taken = await addSubcategory('mugs', to)
    expect(await admin.send(deleteCategory, { id: from, moveTo: to })).toMatchObject({ code: 'name_taken' })
    await admin.send(deleteSubcategory, { id: taken })
    expect((await admin.send(deleteCategory, { id: from, moveTo: to })).status).toBe(200)
    expect(await categoryOf(direct)).toEqual({ categoryId: to, subcategoryId: null })
    expect(await categoryOf(inside)).toEqual({ categoryId: to, subcategoryId: sub })
    const moved = (await entries('product', direct)).at(-1)
    expect(moved).toMatchObject({ action: 'update', before: { categoryId: from }, after: { categoryId: to } })
    expect(moved?.job).toBe((await entries('category', from)).at(-1)?.job)
    expect(moved?.job).toEqual(expect.any(String))
  })

  test('of another shop is not found', async () => {
    const { id } = (await admin.send(getAdminCategories)).answer.data[0]!
    expect((await elsewhere.send(getAdminCategories)).answer.total).toBe(0)
    expect((await elsewhere.send(getAdminCategory, { id })).status).toBe(404)
    expect((await elsewhere.send(updateCategory, { id, productcategoryname: 'x' })).status).toBe(404)
    expect((await elsewhere.send(deleteCategory, { id })).status).toBe(404)
    expect((await elsewhere.send(orderCategories, { ids: [id] })).status).toBe(404)
  })
})

describe('a subcategory', () => {
  test('is created, moved to another category and updated by PUT', async () => {
    const [home, away] = [await addCategory('Home'), await addCategory('Away')]
    const id = await addSubcategory('Lamps', home)
    const noCategory = await admin.upload(
      createSubcategory,
      { subcategoryName: 'x', categoryId: '' },
      { productsubcategoryimage: png },
    )
    expect(noCategory).toMatchObject({ status: 400, message: 'Please select a category!' })
    const product = await addProduct({ name: 'Lamp', categoryId: home, subcategoryId: id })
    const input = { id, subcategoryName: 'Desk lamps', categoryId: away }
    expect((await admin.send(updateSubcategory, input)).status).toBe(200)
    expect(await categoryOf(product)).toEqual({ categoryId: away, subcategoryId: id })
    const { answer } = await admin.send(getAdminSubcategories, { category: away })
    expect(answer.data).toMatchObject([{ id, productcategoryname: 'Away', products: 1 }])
    expect((await admin.send(getAdminSubcategory, { id })).answer.data).toEqual(answer.data[0])
    expect((await admin.send(getAdminSubcategory, { id: 999_999 })).status).toBe(404)
    expect((await elsewhere.send(getAdminSubcategory, { id })).status).toBe(404)
    expect((await admin.send(updateSubcategory, { ...input, categoryId: 999_999 })).status).toBe(404)

    const other = await addSubcategory('Lights', away)
    expect(await admin.send(updateSubcategory, { ...input, subcategoryName: 'lights' })).toMatchObject({
      code: 'name_taken',
      issues: [{ path: 'subcategoryName' }],
    })
    expect(await admin.send(deleteSubcategory, { id })).toMatchObject({ status: 409, code: 'in_use' })
    expect((await admin.send(deleteSubcategory, { id, moveTo: other })).status).toBe(200)
    expect(await categoryOf(product)).toEqual({ categoryId: away, subcategoryId: other })
  })
})

describe('a specification', () => {
  test('is created, renamed and merged into another one', async () => {
    const add = async (specificationName: string) =>
      (await admin.send(createSpecification, { specificationName, filterable: true })).answer.data.id
    const [colour, color] = [await add('Colour'), await add('Color')]
    expect((await admin.send(createSpecification, { specificationName: ' ' })).message).toBe(
      'Specification name is required!',
    )
    const taken = { code: 'name_taken', issues: [{ path: 'specificationName' }] }
    expect(await admin.send(createSpecification, { specificationName: 'colour' })).toMatchObject(taken)
    const renamed = { specificationid: color, specificationName: 'Colour' }
    expect(await admin.send(editSpecification, renamed)).toMatchObject(taken)
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
    const edited = { specificationid: colour, specificationName: 'Shade', heading: 'Looks' }
    await admin.send(editSpecification, edited)
    const detail = (await admin.send(getProducts, { productid: both })).answer.response[0]
    expect(detail).toMatchObject({ specifications: [{ name: 'Shade', heading: 'Looks' }] })
    const { data } = (await admin.send(getAdminSpecifications)).answer
    expect(data).toMatchObject([
      { specificationName: 'Shade', heading: 'Looks', filterable: true, products: 2 },
    ])
    expect((await admin.send(getAdminSpecification, { id: colour })).answer.data).toEqual(data[0])
    expect((await admin.send(getAdminSpecification, { id: color })).status).toBe(404)
    expect((await elsewhere.send(getAdminSpecification, { id: colour })).status).toBe(404)
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

test('lists the links to a category, those to its former slug too', async () => {
  const id = await addCategory('Linked')
  const tables = await addCategory('Not Linked')
  const listed = async (of: number) =>
    (await admin.send(getAdminCategories, { q: 'linked' })).answer.data.find((row) => row.id === of)
      ?.linkedFrom
  expect(await listed(id)).toEqual([])
  const image = (await db.selectFrom('image').select('file').executeTakeFirstOrThrow()).file
  const banners = [
    ['Summer', '/categories/linked?page=2'],
    ['', `/products/${id}/4`],
    ['Other', `/products/${id}1/4`],
  ] as const
  const by = await db
    .insertInto('banner')
    .values(banners.map(([title, link], position) => ({ config_id: 1, image, title, link, position })))
    .returning('id')
    .execute()
  await admin.send(updateFooter, {
    groups: [{ title: 'Shop', links: [{ name: 'Linked', to: '/Categories/linked/' }] }],
  })
  await admin.upload(
    updateCategory,
    { id: String(id), productcategoryname: 'Linked', slug: 'linked-now' },
    {},
  )
  expect(await listed(id)).toEqual([
    'the banner “Summer”',
    `the banner ${by[1]?.id}`,
    'the footer link “Linked”',
  ])
  expect(await listed(tables)).toEqual([])
})
