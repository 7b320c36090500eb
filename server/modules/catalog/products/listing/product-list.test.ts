import { afterAll, describe, expect, it } from 'vitest'
import { getNewArrivals, getProducts, productSorts } from '#contract/catalog/product.ts'
import { openElsewhere } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'
import { randomNumbers, seedCatalog } from '#test/harness/data/catalog.ts'
import { expectedIds, randomWish, type Wish } from '#test/harness/data/expected-products.ts'
import { createCollection, updateProduct } from '../../index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

const catalog = await seedCatalog(db, 1, 90)
await openElsewhere(db, app)
const other = await seedCatalog(db, 2, 12)

async function idsOf(wish: Parameters<typeof call<typeof getProducts.input, typeof getProducts.answer>>[1]) {
  const { response, total } = await call(getProducts, wish)
  return { ids: response.map(({ productid }) => productid), total }
}

const expectList = async (wish: Wish) => {
  const ids = expectedIds(catalog, wish)
  const listed = await idsOf(wish)
  if (isByRelevance(wish)) {
    listed.ids.sort(ascending)
    ids.sort(ascending)
  }
  expect(listed, JSON.stringify(wish)).toEqual({ ids, total: ids.length })
  return ids.length
}

/** The tests of modules/search cover relevance. */
const isByRelevance = ({ q = '', sort = 'relevance' }: Wish) => q.trim() !== '' && sort === 'relevance'
const ascending = (a: number, b: number) => a - b

describe('filters', () => {
  const [category = 0] = catalog.categoryIds
  const [subcategory] = catalog.subcategories
  it.each<[string, Wish]>([
    ['nothing', {}],
    ['category', { productcategoryid: category }],
    ['subcategory', { productsubcategoryid: subcategory?.id ?? 0 }],
    ['lowest price', { minprice: 249.5 }],
    ['highest price', { maxprice: 249.5 }],
    ['in stock', { instock: true }],
    ['sold out', { instock: false }],
    ['new', { is_new: true }],
    ['on sale', { onsale: true }],
    ['not on sale', { onsale: false }],
    ['four stars and more', { minrating: 4 }],
    ['five stars', { minrating: 5 }],
    ['any of two colours', { specs: { Colour: ['Sage', 'Clay'] } }],
    ['a colour and a material', { specs: { Colour: ['Sage'], Material: ['Oak'] } }],
    ['no values chosen', { specs: { Colour: [] } }],
    ['text', { q: 'mug' }],
    ['text in another case, with space around it', { q: '  TIDAL ' }],
  ])('%s', async (_name, wish) => {
    expect(await expectList(wish)).toBeGreaterThan(0)
  })

  it('matches plain JavaScript for random filters', async () => {
    const random = randomNumbers(7)
    let found = 0
    for (let round = 0; round < 80; round++) {
      if ((await expectList(randomWish(random, catalog))) > 0) found++
    }
    expect(found).toBeGreaterThan(30)
  })

  it('is empty for a subcategory of another category and for unknown ids', async () => {
    const foreign = catalog.subcategories.find(({ categoryId }) => categoryId !== category)
    expect(await idsOf({ productcategoryid: category, productsubcategoryid: foreign?.id })).toEqual(none)
    expect(await idsOf({ productcategoryid: 999_999 })).toEqual(none)
    expect(await idsOf({ collectionid: 999_999 })).toEqual(none)
    expect(await idsOf({ specs: { Shape: ['Round'] } })).toEqual(none)
  })

  it.each(['%', '_', '\\', '%%', '\\%', "'", '"', "';--", '$1', 'x'.repeat(200), '🙂'])(
    'takes %j for what it is',
    async (q) => void (await expectList({ q })),
  )

  it('lists everything for a blank search text', async () => {
    expect(await idsOf({ q: '   ' })).toEqual(await idsOf({}))
  })
})

const none = { ids: [], total: 0 }

describe('pages', () => {
  it.each(productSorts)('cover every product exactly once, sorted by %s', async (sort) => {
    const wish = { q: 'u', sort, onsale: false }
    const expected = isByRelevance(wish) ? (await idsOf(wish)).ids : expectedIds(catalog, wish)
    expect(expected.toSorted(ascending)).toEqual(expectedIds(catalog, wish).sort(ascending))
    const seen: number[] = []
    for (let page = 1; seen.length < expected.length; page++) {
      const { ids, total } = await idsOf({ ...wish, page, limit: 7 })
      expect(total).toBe(expected.length)
      expect(ids).toHaveLength(Math.min(7, expected.length - seen.length))
      seen.push(...ids)
    }
    expect(seen).toEqual(expected)
  })

  it('beyond the last are empty and still have the total', async () => {
    const { length } = expectedIds(catalog, {})
    expect(await idsOf({ page: 900, limit: 20 })).toEqual({ ids: [], total: length })
    expect(await idsOf({ page: 1_000_000, limit: 100 })).toEqual({ ids: [], total: length })
  })

  it('have 20 products by default', async () => {
    const { ids } = await idsOf({ page: 2 })
    expect(ids).toEqual(expectedIds(catalog, {}).slice(20, 40))
  })
})

describe('collections', () => {
  it('with hand-picked products keep their order unless another is requested', async () => {
    const chosen = expectedIds(catalog, {})
      .filter((_, index) => index % 9 === 4)
      .reverse()
    const hidden = catalog.products.find(({ live }) => !live)?.id ?? 0
    const collectionid = await db
      .transaction()
      .execute((tx) => createCollection(tx, context, { name: 'Chosen', productIds: [hidden, ...chosen] }))
    expect(await idsOf({ collectionid })).toEqual({ ids: chosen, total: chosen.length })
    expect((await idsOf({ collectionid, page: 2, limit: 3 })).ids).toEqual(chosen.slice(3, 6))
    const byName = expectedIds(catalog, { sort: 'name' }).filter((id) => chosen.includes(id))
    expect((await idsOf({ collectionid, sort: 'name' })).ids).toEqual(byName)
  })

  it('by rule combine the rule with the shopper’s filters, in the order of the rule', async () => {
    const rule = { onsale: true, minprice: 200, sort: 'price_desc' } as const
    const collectionid = await db
      .transaction()
      .execute((tx) => createCollection(tx, context, { name: 'Reduced', rule }))
    expect((await idsOf({ collectionid })).ids).toEqual(expectedIds(catalog, rule))
    const both = new Set(expectedIds(catalog, { minprice: 100, maxprice: 400, instock: true }))
    expect((await idsOf({ collectionid, minprice: 100, maxprice: 400, instock: true })).ids).toEqual(
      expectedIds(catalog, rule).filter((id) => both.has(id)),
    )
    expect((await idsOf({ collectionid, onsale: false })).ids).toEqual([])
  })
})

it('returns the 8 newest products as new arrivals', async () => {
  const { response } = await call(getNewArrivals, {})
  expect(response.map(({ productid }) => productid)).toEqual(expectedIds(catalog, {}).slice(0, 8))
})

it('returns only the products of its own shop', async () => {
  const there = caller(app, 'other.example')
  const { response, total } = await there(getProducts, {})
  expect(response.map(({ productid }) => productid)).toEqual(expectedIds(other, {}))
  expect(total).toBe(expectedIds(other, {}).length)
  const [foreign = 0] = expectedIds(other, {})
  expect(await idsOf({ productid: foreign })).toEqual(none)
  expect(await idsOf({ productcategoryid: other.categoryIds[0] })).toEqual(none)
  expect(await idsOf({ productsubcategoryid: other.subcategories[0]?.id })).toEqual(none)
})

it('reflects a change in the next answer and its total', async () => {
  const before = await call(getProducts, { limit: 5, facets: true })
  const [id = 0] = expectedIds(catalog, {})
  const setStatus = (status: 'live' | 'archived') =>
    db.transaction().execute((tx) => updateProduct(tx, context, id, { status }))
  await setStatus('archived')
  await expect.poll(async () => (await call(getProducts, { limit: 5 })).total).toBe(before.total - 1)
  await setStatus('live')
  await expect.poll(async () => await call(getProducts, { limit: 5, facets: true })).toEqual(before)
})
