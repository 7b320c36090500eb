import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { listIdentified, listProductRecords } from './product-record.queries.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})
const nothing = { productIds: [], variantIds: [], texts: [] }

test('records come in the order of the ids, without hidden and foreign products', async () => {
  const ids = [goods.draft, goods.lamp, goods.foreign, 999_999, goods.mug]
  const records = await listProductRecords(db, 1, ids)
  expect(records.map(({ id }) => id)).toEqual([goods.lamp, goods.mug])
  expect((await listProductRecords(db, 2, ids)).map(({ id }) => id)).toEqual([goods.foreign])
  expect(await listProductRecords(db, 1, [])).toEqual([])
})

test('a record has its variants in the order of sale, without removed ones', async () => {
  const [lamp] = await listProductRecords(db, 1, [goods.lamp])
  expect(lamp).toMatchObject({
    categories: [{ name: 'Home', slug: 'home' }],
    options: [
      { name: 'Colour', values: ['Sage', 'Clay'] },
      { name: 'Size', values: ['Small'] },
    ],
    variants: [
      { id: goods.lampVariants[0], price: 100_000, availability: 'in-stock', image: 'b.webp' },
      { id: goods.lampVariants[1], price: 120_000, availability: 'sold-out', image: null },
    ],
  })
  const id = await goods.add('Rug', {
    options: ['Size'],
    variants: [
      { price: 300, stock: 0, options: { Size: 'S' } },
      { price: 200, stock: 1, options: { Size: 'M' } },
      { price: 100, stock: 1, options: { Size: 'L' } },
    ],
  })
  const [small, middle, large] = await variantsOf(db, id)
  const orderOf = async () => (await listProductRecords(db, 1, [id]))[0]?.variants.map((one) => one.id)
  expect(await orderOf()).toEqual([large, middle, small])
  await goods.change(id, {
    variants: [
      { price: 300, options: { Size: 'S' } },
      { price: 200, options: { Size: 'M' } },
    ],
  })
  expect(await orderOf()).toEqual([middle, small])
  expect(await listIdentified(db, 1, { ...nothing, variantIds: [large ?? 0] })).toEqual([])
})

test('a sale price counts between its times alone, and the lower of offer and sale price', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const id = await goods.add('Lantern', {
    offer: 1_000,
    variants: [{ price: 1_000, salePrice: 700, stock: 1 }],
  })
  const priceOf = async () => (await listProductRecords(db, 1, [id]))[0]?.variants[0]?.price
  expect(await priceOf()).toBe(700)
  await goods.change(id, { saleStartsAt: inHours(1) })
  expect(await priceOf()).toBe(900)
  await goods.change(id, { saleStartsAt: inHours(-2), saleEndsAt: inHours(-1) })
  expect(await priceOf()).toBe(900)
})

test('ids, SKUs and slugs name what shoppers can see', async () => {
  const id = await goods.add('Vase', { variants: [{ price: 1, stock: 1, sku: 'VASE' }] })
  const [variantId] = await variantsOf(db, id)
  const product = { productId: id, variantId: null, slug: 'vase', sku: null }
  const variant = { productId: id, variantId, slug: null, sku: 'VASE' }
  const identify = (identifiers: object) => listIdentified(db, 1, { ...nothing, ...identifiers })
  expect(await identify({ productIds: [id] })).toEqual([product])
  expect(await identify({ variantIds: [variantId] })).toEqual([variant])
  expect(await identify({ texts: ['vase', 'VASE'] })).toEqual([product, variant])
  expect(await identify({ texts: ['draft', 'foreign', ''] })).toEqual([])
  await goods.change(id, { status: 'archived' })
  expect(await identify({ productIds: [id], variantIds: [variantId], texts: ['vase', 'VASE'] })).toEqual([])
})
