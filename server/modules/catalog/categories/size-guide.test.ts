import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createCategory, getAdminCategory, updateCategory } from '#contract/catalog/admin/category.ts'
import {
  createSubcategory,
  getAdminSubcategory,
  updateSubcategory,
} from '#contract/catalog/admin/subcategory.ts'
import { getProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { createPage, deletePage, updatePage } from '#contract/content/admin-page.ts'
import { listExports } from '#contract/export/list-export.ts'
import { auditLogOf } from '#test/harness/data/audit-entries.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { createProduct } from '../index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const { browser: staff } = await newcomer(db, app, { role_id: 1 })
const { latest, undo, historyOf } = await auditLogOf({ app, db })
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#96401f' } })
  .png()
  .toBuffer()

const newPage = async (slug: string) =>
  (await staff.send(createPage, { slug, title: slug, body: '| Size | cm |\n|---|---|\n| M | 100 |' })).answer
    .data.id
let names = 0
async function newShelf(guides: { category?: string; subcategory?: string } = {}) {
  const name = `Clothes ${++names}`
  const created = await staff.upload(
    createCategory,
    { productcategoryname: name, sizeguide: guides.category ?? '' },
    { productcategoryimage: png },
  )
  const id = created.answer.data.id
  const sub = await staff.upload(
    createSubcategory,
    { subcategoryName: name, categoryId: String(id), sizeguide: guides.subcategory ?? '' },
    { productsubcategoryimage: png },
  )
  const subcategoryId = sub.answer.data.id
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  const options = ['Size']
  const input = { name: 'Shirt', categoryId: id, subcategoryId, status: 'live' as const }
  const productid = await db
    .transaction()
    .execute((tx) =>
      createProduct(tx, context, { ...input, options, variants: [{ price: 100, options: { Size: 'M' } }] }),
    )
  const change = (sizeguide: string) =>
    staff.send(updateCategory, { id, productcategoryname: name, sizeguide })
  return { id, name, subcategoryId, change, guide: () => guideOf(productid) }
}
async function guideOf(productid: number) {
  const [product] = (await staff.send(getProducts, { productid })).answer.response
  return (product as ProductDetail).sizeguide
}

test('products have the size guide of their category until their subcategory has another one', async () => {
  await newPage('sizes')
  await newPage('help/shoe-sizes')
  const { id, name, subcategoryId, guide } = await newShelf({ category: 'sizes' })
  expect(await guide()).toBe('sizes')
  expect((await staff.send(getAdminCategory, { id })).answer.data.sizeguide).toBe('sizes')

  const subcategory = { id: subcategoryId, subcategoryName: name, categoryId: id }
  await staff.send(updateSubcategory, { ...subcategory, sizeguide: 'help/shoe-sizes' })
  await expect.poll(guide).toBe('help/shoe-sizes')
  const { data } = (await staff.send(getAdminSubcategory, { id: subcategoryId })).answer
  expect(data.sizeguide).toBe('help/shoe-sizes')
  await staff.send(updateSubcategory, { ...subcategory, sizeguide: '' })
  await expect.poll(guide).toBe('sizes')
  await staff.send(updateSubcategory, subcategory)
  expect(await guide()).toBe('sizes')
  expect(await (await newShelf()).guide()).toBeNull()
})

test('a guide must be a page of the shop', async () => {
  const { id, name, subcategoryId, change, guide } = await newShelf()
  const issues = [{ path: 'sizeguide', message: 'There is no page “none”. Create it under Pages first.' }]
  expect(await change('none')).toMatchObject({ status: 400, issues })
  const subcategory = { id: subcategoryId, subcategoryName: name, categoryId: id, sizeguide: 'none' }
  expect(await staff.send(updateSubcategory, subcategory)).toMatchObject({ status: 400, issues })
  expect(await change('Not a slug')).toMatchObject({ status: 400, issues: [{ path: 'sizeguide' }] })
  expect(await guide()).toBeNull()
})

test('a page keeps its products when its URL changes, and is not deleted while they link to it', async () => {
  const page = await newPage('belts')
  const { change, guide } = await newShelf({ category: 'belts' })
  await staff.send(updatePage, { id: page, slug: 'belt-sizes' })
  await expect.poll(guide).toBe('belt-sizes')
  const message = '“belts” is the size guide of categories. Choose another one for them first.'
  expect(await staff.send(deletePage, { id: page })).toMatchObject({ status: 409, code: 'in_use', message })
  await change('')
  expect((await staff.send(deletePage, { id: page })).status).toBe(200)
  expect(await guide()).toBeNull()
})

test('the activity log names the change, and undo takes it back unless the page is gone', async () => {
  const page = await newPage('rings')
  const { id, change, guide } = await newShelf({ category: 'rings' })
  await change('')
  const { id: entry } = await latest('category', id)
  const [written] = await historyOf('category', id)
  expect(written).toMatchObject({ changes: [{ name: 'Size guide', before: ['rings'], after: [] }] })
  expect((await undo({ entry })).status).toBe(200)
  await expect.poll(guide).toBe('rings')

  await change('')
  await staff.send(deletePage, { id: page })
  const again = await latest('category', id)
  expect(await undo({ entry: again.id })).toMatchObject({ status: 400 })
})

test('the file of the list names the guides', async () => {
  await newPage('hats')
  const { name } = await newShelf({ category: 'hats', subcategory: 'hats' })
  for (const list of ['categories', 'subcategories'] as const) {
    const { stream } = (await staff.send(listExports[list], { format: 'csv' })).answer
    const [headings, ...lines] = (await text(stream)).split('\n')
    expect(headings).toContain('Size guide')
    expect(lines.find((line) => line.includes(name))).toContain('hats')
  }
})
