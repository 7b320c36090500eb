import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { countFeedProblems, listFeedProducts } from './feed-problems.queries.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
let goods: Goods
let whole: number
beforeAll(async () => {
  goods = await makeGoods(db)
  const price = { price: 100, stock: 1 }
  const identified = { brand: 'Acme', description: 'Good', images: [{ file: 'a.webp', alt: '' }] }
  whole = await goods.add('Whole', { ...identified, variants: [{ ...price, barcode: '4006381333931' }] })
  await goods.add('Bare', { variants: [{ ...price, price: 0, mpn: 'M' }] })
  await goods.add('n'.repeat(147), {
    ...identified,
    options: ['Size'],
    variants: [{ ...price, mpn: 'M', options: { Size: 'XL' } }],
  })
  await goods.add('Old', { status: 'archived', variants: [price] })
})

test('counts the products of the shop that lack something', async () => {
  const { products, items, problems } = await countFeedProblems(db, 1)
  expect([products, items]).toEqual([5, 6])
  expect(Object.fromEntries(problems.map((one) => [one.problem, one.products]))).toEqual({
    no_image: 1,
    no_description: 3,
    no_brand: 3,
    no_number: 2,
    no_price: 1,
    long_title: 1,
  })
  expect(await countFeedProblems(db, 3)).toMatchObject({ products: 0, items: 0 })
})

test('lists them by name and page, each with all its problems', async () => {
  const list = (filter: object) => listFeedProducts(db, 1, { page: 1, limit: 20, ...filter })
  const { data, total } = await list({})
  expect([total, data.map(({ id }) => id).includes(whole)]).toEqual([4, false])
  expect(data[0]).toMatchObject({
    name: 'Bare',
    problems: ['no_image', 'no_description', 'no_brand', 'no_price'],
  })
  const second = await list({ problem: 'no_number', page: 2, limit: 1 })
  expect([second.total, second.data.map(({ name }) => name)]).toEqual([2, ['Stoneware mug']])
  expect(await list({ page: 9 })).toEqual({ data: [], total: 4 })
})
