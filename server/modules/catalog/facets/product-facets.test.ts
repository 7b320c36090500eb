import { afterAll, expect, it } from 'vitest'
import type { Facets } from '#contract/catalog/facets.ts'
import { getProducts } from '#contract/catalog/product.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'
import { randomNumbers, seedCatalog, type KnownProduct } from '#test/harness/data/catalog.ts'
import { meets, randomWish, type Wish } from '#test/harness/data/expected-products.ts'
import { createProduct } from '../index.ts'
import { priceBuckets } from './price-buckets.rules.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)
const catalog = await seedCatalog(db, 1, 90)

const facetsOf = async (wish: Wish) => (await call(getProducts, { ...wish, limit: 1, facets: true })).facets

/** The expected facets by a plain count, in the order of id, name and value. */
function expectedFacets(wish: Wish): Facets {
  const left = (ignored: string) => catalog.products.filter((product) => meets(product, wish, ignored))
  const countBy = (products: KnownProduct[], keysOf: (product: KnownProduct) => Iterable<string>) =>
    Map.groupBy(
      products.flatMap((product) => [...keysOf(product)]),
      (key) => key,
    )
  const isInCategory = wish.productcategoryid ?? wish.productsubcategoryid

  const placed = (products: KnownProduct[], idOf: (product: KnownProduct) => number | null | undefined) =>
    [...countBy(products, (product) => [String(idOf(product) ?? '')])]
      .flatMap(([key, { length }]) => (key ? [{ id: Number(key), count: length }] : []))
      .sort((a, b) => a.id - b.id)
      .map((place) => ({ ...place, name: expect.any(String) as string }))
  const anywhere = { ...wish, productcategoryid: undefined, productsubcategoryid: undefined }
  const sales = left('price').map(({ sale }) => sale / 100)
  const specs = ['Colour', 'Material', 'Size'].flatMap((name) => {
    const values = countBy(left(`specs.${name}`), ({ facets }) =>
      [...facets].filter((facet) => facet.startsWith(`${name}: `)),
    )
    const counted = [...values].map(([key, { length }]) => ({
      value: key.slice(name.length + 2),
      count: length,
    }))
    return counted.length ? [{ name, values: counted.sort(byValue) }] : []
  })
  const [min, max] = [Math.min(...sales), Math.max(...sales)]
  return {
    categories: placed(
      catalog.products.filter((product) => meets(product, anywhere)),
      ({ input }) => input.categoryId,
    ),
    subcategories: isInCategory ? placed(left('subcategory'), ({ input }) => input.subcategoryId) : [],
    price: sales.length
      ? {
          min,
          max,
          buckets: priceBuckets(min * 100, max * 100).map((bucket) => ({
            min: bucket.min / 100,
            max: bucket.max / 100,
            count: sales.filter((sale) => sale >= bucket.min / 100 && sale <= bucket.max / 100).length,
          })),
        }
      : null,
    specs,
    instock: left('instock').filter(({ inStock }) => inStock).length,
    onsale: left('onsale').filter(({ input }) => (input.offer ?? 0) > 0).length,
    ratings: [4, 3, 2, 1].map((minrating) => ({
      min: minrating,
      count: left('rating').filter((product) => meets(product, { minrating })).length,
    })),
  }
}

const byValue = (a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1)
const sorted = (facets: Facets | undefined) =>
  facets && {
    ...facets,
    specs: facets.specs
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, values }) => ({ name, values: values.toSorted(byValue) })),
  }

/** The counts beside a subcategory are those of its parent category. */
function withParent(wish: Wish): Wish {
  const parent = catalog.subcategories.find(({ id }) => id === wish.productsubcategoryid)
  return { ...wish, productcategoryid: wish.productcategoryid ?? parent?.categoryId }
}

it('match a plain count for every shop, category and subcategory', async () => {
  const wishes: Wish[] = [
    {},
    ...catalog.categoryIds.map((productcategoryid) => ({ productcategoryid })),
    ...catalog.subcategories.map(({ id }) => withParent({ productsubcategoryid: id })),
  ]
  for (const wish of wishes) {
    expect(sorted(await facetsOf(wish)), JSON.stringify(wish)).toEqual(expectedFacets(wish))
  }
})

it('match a plain count for random filters', async () => {
  const random = randomNumbers(11)
  for (let round = 0; round < 80; round++) {
    const wish = randomWish(random, catalog)
    const expected = expectedFacets(wish.productsubcategoryid ? withParent(wish) : wish)
    expect(sorted(await facetsOf(wish)), JSON.stringify(wish)).toEqual(expected)
  }
})

it('keep the other values of a chosen name with their counts', async () => {
  const facets = await facetsOf({ specs: { Colour: ['Sage'] } })
  const colour = facets?.specs.find(({ name }) => name === 'Colour')
  expect(colour?.values).toHaveLength(5)
  const oak = facets?.specs
    .find(({ name }) => name === 'Material')
    ?.values.find(({ value }) => value === 'Oak')
  const { total } = await call(getProducts, { specs: { Colour: ['Sage'], Material: ['Oak'] }, limit: 1 })
  expect(oak?.count).toBe(total)
})

it('list the most frequent first, at most 12 names and 30 values, and always the chosen ones', async () => {
  const [categoryId = 0] = catalog.categoryIds
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  await db.transaction().execute(async (tx) => {
    for (let group = 0; group < 5; group++) {
      const options = [0, 1, 2].map((index) => `Option ${group * 3 + index}`)
      const variants = Array.from({ length: 35 }, (_, index) => ({
        options: Object.fromEntries(options.map((name) => [name, `V${String(index).padStart(2, '0')}`])),
        price: 100,
      }))
      await createProduct(tx, context, { name: `Many ${group}`, categoryId, options, variants })
    }
  })
  const facets = (await call(getProducts, { q: 'many', facets: true })).facets
  expect(facets?.specs).toHaveLength(12)
  expect(facets?.specs[0]?.values).toHaveLength(30)
  const chosen = (await call(getProducts, { specs: { 'Option 3': ['V34'] }, facets: true })).facets
  expect(chosen?.specs.find(({ name }) => name === 'Option 3')?.values).toContainEqual({
    value: 'V34',
    count: 1,
  })
  expect(chosen?.specs.find(({ name }) => name === 'Colour')).toBeUndefined()
  const all = (await call(getProducts, { limit: 1, facets: true })).facets
  expect(all?.specs.slice(0, 2).map(({ name }) => name)).toEqual(['Material', 'Colour'])
})

it('are absent unless requested', async () => {
  expect(await call(getProducts, { limit: 1 })).not.toHaveProperty('facets')
})
