import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSuggestions } from '#contract/search/suggestion.ts'
import { createCategory } from '../../index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'
import { makeGoods } from '#test/harness/data/goods.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
const goods = await makeGoods(db)

const suggest = async (q: string) => (await call(getSuggestions, { q })).data

it('contain the product fields of the suggestion panel', async () => {
  expect((await suggest('mug')).products).toEqual([
    {
      productid: goods.mug,
      slug: 'stoneware-mug',
      productname: 'Stoneware mug',
      productprice: 500,
      saleprice: 450,
      severalprices: false,
      productoffer: 10,
      productgst: 18,
      taxed: true,
      instock: true,
      productcategoryname: 'Home',
      image: { file: 'a.webp', width: 12, height: 9, alt: 'Stoneware mug' },
    },
  ])
})

it('contain at most five products and three categories', async () => {
  for (let index = 0; index < 6; index++) await goods.add(`Tray ${index}`, { variants: [{ price: 100 }] })
  for (const name of ['Trays', 'Small trays', 'Tray stands', 'Old trays'])
    await db.transaction().execute((tx) => createCategory(tx, context, { name }))
  const { products, categories } = await suggest(' TRAY ')
  expect(products).toHaveLength(5)
  expect(categories.map(({ name, slug }) => [name, slug])).toEqual([
    ['Trays', 'trays'],
    ['Tray stands', 'tray-stands'],
    ['Old trays', 'old-trays'],
  ])
})

describe('contain a category', () => {
  beforeAll(() => db.transaction().execute((tx) => createCategory(tx, context, { name: 'Café cornering' })))
  it.each(['cafe corner', 'CAFÉ CORNERS', 'cornerin', 'fé corn', 'café-corner'])(
    'regardless of accents and word endings: %s',
    async (q) => {
      expect((await suggest(q)).categories).toMatchObject([{ name: 'Café cornering' }])
    },
  )
})

it.each(['', '   ', '%', 'draft', 'foreign', 'nothing of the kind'])('are empty for %j', async (q) => {
  expect(await suggest(q)).toEqual({ products: [], categories: [] })
})

it('reflect a change at the next request', async () => {
  expect((await suggest('walnut')).products).toEqual([])
  await goods.change(goods.mug, { name: 'Walnut mug' })
  await expect.poll(async () => (await suggest('walnut')).products.length).toBe(1)
})
