import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteProduct } from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { callCatalog } from '#test/harness/ucp/catalog-call.ts'
import { lookupCatalog } from './lookup.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
let goods: Goods
let shirt: { id: string; small: string; large: string }
beforeAll(async () => {
  goods = await makeGoods(db)
  const id = await goods.add('Shirt', {
    options: ['Size'],
    variants: [
      { price: 20_000, stock: 0, sku: 'SH-S', options: { Size: 'S' } },
      { price: 40_000, stock: 3, sku: 'SH-L', options: { Size: 'L' } },
    ],
  })
  const [small, large] = await variantsOf(db, id)
  shirt = { id: `p${id}`, small: `v${small}`, large: `v${large}` }
})

interface Found {
  products: { id: string; variants: { id: string; inputs: { id: string; match: string }[] }[] }[]
  messages?: { type: string; code: string; content: string }[]
}
const lookup = async (ids: unknown[], more: object = {}) =>
  (await callCatalog(db, lookupCatalog, { ids, ...more })) as unknown as Found
const correlationOf = ({ products }: Found) =>
  products.map(({ id, variants }) => [
    id,
    ...variants.map(({ id: variant, inputs }) => [
      variant,
      ...inputs.map((input) => `${input.id} ${input.match}`),
    ]),
  ])

test('a product stands for the variant that can be ordered, a variant for itself', async () => {
  expect(correlationOf(await lookup([shirt.id]))).toEqual([[shirt.id, [shirt.large, `${shirt.id} featured`]]])
  expect(correlationOf(await lookup([shirt.small]))).toEqual([
    [shirt.id, [shirt.small, `${shirt.small} exact`]],
  ])
})

test('a product that several ids name comes once, with all variants that they name', async () => {
  const found = await lookup([shirt.small, shirt.large, shirt.id, 'SH-S', 'shirt', shirt.id])
  expect(correlationOf(found)).toEqual([
    [
      shirt.id,
      [shirt.large, `${shirt.large} exact`, `${shirt.id} featured`, 'shirt featured'],
      [shirt.small, `${shirt.small} exact`, 'SH-S exact'],
    ],
  ])
  expect(found.messages).toBeUndefined()
})

test('products come in the order of the ids, and unknown ids as messages', async () => {
  const found = await lookup(['p999999', `p${goods.lamp}`, 'nothing', `p${goods.mug}`])
  expect(found.products.map(({ id }) => id)).toEqual([`p${goods.lamp}`, `p${goods.mug}`])
  expect(found.messages).toEqual([
    { type: 'info', code: 'not_found', content: 'p999999' },
    { type: 'info', code: 'not_found', content: 'nothing' },
  ])
})

test('an id counts before a SKU, and a SKU before a handle', async () => {
  const named = await goods.add('Named', {
    slug: 'taken',
    variants: [{ price: 1, sku: `p${goods.mug}`, stock: 1 }],
  })
  await goods.add('Other', { variants: [{ price: 1, sku: 'taken', stock: 1 }] })
  expect((await lookup([`p${goods.mug}`])).products[0]?.id).toBe(`p${goods.mug}`)
  expect((await lookup(['taken'])).products[0]?.id).not.toBe(`p${named}`)
})

test('drafts, deleted products, removed variants and other shops are unknown', async () => {
  const gone = await goods.add('Gone', { variants: [{ price: 1, stock: 1, sku: 'GONE' }] })
  const [goneVariant] = await variantsOf(db, gone)
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  await db.transaction().execute((tx) => deleteProduct(tx, context, gone))
  const [draft] = await variantsOf(db, goods.draft)
  const [foreign] = await variantsOf(db, goods.foreign)
  const ids = [
    `p${goods.draft}`,
    `p${goods.foreign}`,
    `p${gone}`,
    `v${draft}`,
    `v${foreign}`,
    `v${goneVariant}`,
  ]
  const found = await lookup([...ids, 'draft', 'foreign', 'gone', 'GONE'])
  expect(found.products).toEqual([])
  expect(found.messages).toHaveLength(10)
})

test('filters narrow products and variants without a message', async () => {
  const filter = async (filters: object, context = {}) =>
    correlationOf(await lookup([shirt.id, shirt.small, shirt.large], { filters, context }))
  expect(await filter({ price: { max: 20_000 } })).toEqual([
    [shirt.id, [shirt.small, `${shirt.id} featured`, `${shirt.small} exact`]],
  ])
  expect(await filter({ price: { max: 19_999 } })).toEqual([])
  expect(await filter({ categories: ['home'] })).toHaveLength(1)
  expect(await filter({ categories: ['Nothing'] })).toEqual([])
  const other = await lookup([shirt.id], { filters: { price: { max: 1 } }, context: { currency: 'EUR' } })
  expect(other.products).toHaveLength(1)
  expect(other.messages).toMatchObject([{ code: 'price_filter_ignored' }])
})

test('takes 100 different ids and refuses more', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `p${index + 1}`)
  expect((await lookup([...ids.slice(1), ...ids.slice(1)])).products.length).toBeGreaterThan(0)
  const tooLarge = expect.objectContaining({ status: 400, code: 'request_too_large' }) as Error
  await expect(lookup(ids)).rejects.toThrow(tooLarge)
  await expect(lookup(Array.from({ length: 10_000 }, (_, n) => `v${n}`))).rejects.toThrow(tooLarge)
  await expect(lookup([])).rejects.toThrow()
  await expect(lookup([7])).rejects.toThrow()
})

test('no id of any kind is an error', async () => {
  const hostile = [
    '',
    '\0',
    'p1\0',
    '\ud800',
    'x'.repeat(100_000),
    'p01',
    'p0',
    'p-1',
    'p2147483648',
    'v9e9',
    '7',
    '%',
    "' or 1=1--",
    '__proto__',
  ]
  const found = await lookup(hostile)
  expect(found.products).toEqual([])
  expect(found.messages).toHaveLength(hostile.length)
  for (const { content } of found.messages ?? []) expect(content.length).toBeLessThanOrEqual(100)
})
