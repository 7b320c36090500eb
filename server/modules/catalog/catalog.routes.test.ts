import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBanners } from '#contract/catalog/banner.ts'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { getCollections, resolveSlug, slugKinds } from '#contract/catalog/collection.ts'
import { getSpecifications } from '#contract/catalog/specification.ts'
import type { Transaction } from '#server/db/connect.ts'
import { openElsewhere } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'
import {
  addImages,
  createBanner,
  createCategory,
  createCollection,
  createProduct,
  createSpecification,
  createSubcategory,
  deleteProduct,
  updateCategory,
  updateProduct,
} from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)
const there = caller(app, 'other.example')
const within = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
const image = { file: 'a.webp', width: 1200, height: 900 }

let categoryId: number
let subcategoryId: number
let productId: number

beforeAll(async () => {
  await openElsewhere(db, app)
  await within(async (tx) => {
    await addImages(tx, 1, [{ ...image, bytes: 9 }])
    await createCategory(tx, context, { name: 'Lighting', position: 2 })
    categoryId = await createCategory(tx, context, { name: 'Tableware', image: 'a.webp', position: 1 })
    subcategoryId = await createSubcategory(tx, context, { categoryId, name: 'Mugs' })
    await createSpecification(tx, context, { name: 'Material' })
    await createCollection(tx, context, { name: 'Sale', rule: { onsale: true } })
    productId = await createProduct(tx, context, { name: 'Mug', categoryId, variants: [{ price: 100 }] })
    for (const [title, from, until] of [
      ['Always', null, null],
      ['Over', null, '2020-01-01'],
      ['Later', '2100-01-01', null],
      ['Now', '2020-01-01', '2100-01-01'],
    ] as const) {
      const shownFrom = from && new Date(from)
      const shownUntil = until && new Date(until)
      await createBanner(tx, context, { image: 'a.webp', title, shownFrom, shownUntil })
    }
  })
})

describe('lists', () => {
  it('returns categories in order with their images', async () => {
    expect((await call(getCategories, {})).data).toEqual([
      {
        id: categoryId,
        productcategoryname: 'Tableware',
        productcategoryimage: 'a.webp',
        slug: 'tableware',
        image: { ...image, alt: 'Tableware' },
      },
      expect.objectContaining({ slug: 'lighting', productcategoryimage: null, image: null }),
    ])
  })

  it('returns the subcategories of one category', async () => {
    expect((await call(getSubcategories, { parent_category_id: categoryId })).data).toEqual([
      {
        id: subcategoryId,
        subcategoryname: 'Mugs',
        subcategoryimage: null,
        parent_category_id: categoryId,
        slug: 'mugs',
        image: null,
      },
    ])
    expect((await call(getSubcategories, { parent_category_id: 999_999 })).data).toEqual([])
  })

  it('returns specifications, collections and the current banners', async () => {
    expect((await call(getSpecifications, {})).data).toMatchObject([{ specificationName: 'Material' }])
    expect((await call(getCollections, {})).data).toMatchObject([{ name: 'Sale', slug: 'sale', image: null }])
    const { data } = await call(getBanners, {})
    expect(data.map(({ title }) => title)).toEqual(['Always', 'Now'])
    expect(data[0]).toMatchObject({
      bannerimage: 'a.webp',
      link: null,
      image: { ...image, alt: 'Always' },
    })
  })

  it('returns nothing of another shop', async () => {
    for (const endpoint of [getCategories, getCollections, getBanners, getSpecifications]) {
      expect((await there<typeof endpoint.input, typeof endpoint.answer>(endpoint, {})).data).toEqual([])
    }
    expect((await there(getSubcategories, { parent_category_id: categoryId })).data).toEqual([])
  })
})

describe('slugs', () => {
  const refusal = { status: 404, answer: { code: 'slug_not_found' } }

  it.each(slugKinds)('returns 404 for an unknown %s slug', async (kind) => {
    await expect(call(resolveSlug, { kind, slug: 'unknown' })).rejects.toMatchObject(refusal)
  })

  it('resolves current and former slugs; a current one wins', async () => {
    expect((await call(resolveSlug, { kind: 'category', slug: 'tableware' })).data).toEqual({
      id: categoryId,
      slug: 'tableware',
    })
    expect((await call(resolveSlug, { kind: 'subcategory', slug: 'mugs' })).data.id).toBe(subcategoryId)
    expect((await call(resolveSlug, { kind: 'collection', slug: 'sale' })).data.slug).toBe('sale')
    await expect(there(resolveSlug, { kind: 'category', slug: 'tableware' })).rejects.toMatchObject(refusal)

    await within((tx) => updateCategory(tx, context, categoryId, { slug: 'crockery' }))
    const old = () => call(resolveSlug, { kind: 'category', slug: 'tableware' })
    await expect.poll(async () => (await old()).data).toEqual({ id: categoryId, slug: 'crockery' })
    const newcomer = await within((tx) =>
      createCategory(tx, context, { name: 'New tableware', slug: 'tableware' }),
    )
    await expect.poll(async () => (await old()).data).toEqual({ id: newcomer, slug: 'tableware' })
  })

  it('resolves no slug of a hidden product, current or former', async () => {
    await within((tx) => updateProduct(tx, context, productId, { slug: 'cup' }))
    const find = (slug: string) =>
      call(resolveSlug, { kind: 'product', slug }).then(
        ({ data }) => data.slug,
        ({ status }) => status as number,
      )
    await expect.poll(() => find('mug')).toBe('cup')
    await within((tx) => updateProduct(tx, context, productId, { status: 'draft' }))
    await expect.poll(() => find('mug')).toBe(404)
    await within((tx) => updateProduct(tx, context, productId, { status: 'live' }))
    await within((tx) => deleteProduct(tx, context, productId))
    await expect.poll(async () => [await find('mug'), await find('cup')]).toEqual([404, 404])
  })
})
