import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProduct, createSubcategory } from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { callCatalog } from '#test/harness/ucp/catalog-call.ts'
import { searchCatalog } from './search.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

interface Found {
  products: { id: string; variants: { id: string }[] }[]
  pagination: { has_next_page: boolean; cursor?: string; total_count: number }
  messages?: { code: string }[]
}
const search = async (sent: object, shop?: { shopId: number; currency?: string }) =>
  (await callCatalog(db, searchCatalog, sent, shop)) as unknown as Found
const idsOf = ({ products }: Found) => products.map(({ id }) => id)
const refused = (code: string) => expect.objectContaining({ status: 400, code }) as Error

describe('what is searched', () => {
  test('finds by text, and says how many', async () => {
    const found = await search({ query: 'mug' })
    expect(idsOf(found)).toEqual([`p${goods.mug}`])
    expect(found.pagination).toEqual({ has_next_page: false, total_count: 1 })
    expect(found.messages).toBeUndefined()
  })

  test('finds nothing without a message', async () => {
    expect(await search({ query: 'xylophone' })).toEqual({
      products: [],
      pagination: { has_next_page: false, total_count: 0 },
    })
  })

  test('never finds drafts, archived products and those of another shop', async () => {
    const archived = await goods.add('Archived mug', {
      status: 'archived',
      variants: [{ price: 1, stock: 1 }],
    })
    const all = idsOf(await search({ filters: { price: { min: 0 } } }))
    expect(all.toSorted()).toEqual([`p${goods.mug}`, `p${goods.lamp}`].toSorted())
    for (const query of ['Draft', 'Foreign', 'Archived mug'])
      expect(idsOf(await search({ query }))).not.toContain(`p${archived}`)
    expect(idsOf(await search({ query: 'Foreign' }, { shopId: 2 }))).toEqual([`p${goods.foreign}`])
  })

  test.each([
    {},
    { query: '' },
    { query: ' \0\u200b ' },
    { filters: {} },
    { pagination: { limit: 3 } },
    { context: { currency: 'INR' } },
  ])('refuses a search for nothing: %j', async (sent) => {
    await expect(search(sent)).rejects.toThrow(refused('invalid_input'))
  })

  test('says when it searched for another word', async () => {
    const found = await search({ query: 'stonware' })
    expect(idsOf(found)).toEqual([`p${goods.mug}`])
    expect(found.messages).toMatchObject([{ type: 'info', code: 'query_corrected' }])
    const none = await search({ query: 'stonware', filters: { price: { max: 1 } } })
    expect(none.products).toEqual([])
    expect(none.messages).toBeUndefined()
  })
})

describe('filters', () => {
  let bowl: string
  beforeAll(async () => {
    const actor = { id: null, name: 'Asha' }
    const category = await db
      .selectFrom('product')
      .select('category_id')
      .where('id', '=', goods.mug)
      .executeTakeFirstOrThrow()
    const categoryId = category.category_id
    const id = await db.transaction().execute(async (tx) => {
      const context = { shopId: 1, actor }
      const subcategoryId = await createSubcategory(tx, context, { name: 'Soup & Salad', categoryId })
      const variants = [{ price: 30_000, stock: 1 }]
      return await createProduct(tx, context, { name: 'Bowl', categoryId, subcategoryId, variants })
    })
    bowl = `p${id}`
  })

  test.each(['Soup & Salad', 'SOUP & SALAD', ' soup & salad ', 'soup-salad'])(
    'by the name or slug of a subcategory: %j',
    async (category) => {
      expect(idsOf(await search({ filters: { categories: [category] } }))).toEqual([bowl])
    },
  )

  test('by any of several categories, together with the others', async () => {
    const filter = async (filters: object, query?: string) => idsOf(await search({ filters, query }))
    expect(await filter({ categories: ['Nothing', 'soup-salad'] })).toEqual([bowl])
    expect(await filter({ categories: ['Nothing'] })).toEqual([])
    expect(await filter({ categories: ['x'.repeat(1000)] })).toEqual([])
    expect(await filter({ categories: [] })).toHaveLength(3)
    expect(await filter({ categories: ['Home'] })).toHaveLength(3)
    expect(await filter({ categories: ['Home'], price: { max: 40_000 } })).toEqual([bowl])
    expect(await filter({ categories: ['soup-salad'] }, 'mug')).toEqual([])
    expect(await filter({ categories: ['Home'] }, 'mug')).toEqual([`p${goods.mug}`])
  })

  test('by the price to pay, in minor units, with its bounds', async () => {
    const between = async (min?: number, max?: number) =>
      idsOf(await search({ filters: { price: { min, max } } }))
    // The mug costs 500.00 less 10 %.
    expect(await between(45_000, 45_000)).toEqual([`p${goods.mug}`])
    expect(await between(45_001, 50_000)).toEqual([])
    expect(await between(100_000)).toEqual([`p${goods.lamp}`])
    expect(await between(2, 1)).toEqual([])
    expect(await between(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  test('in another currency the price filter is ignored with a message', async () => {
    const filters = { price: { max: 1 } }
    const other = await search({ filters, context: { currency: 'USD' } })
    expect(other.products).toHaveLength(3)
    expect(other.messages).toMatchObject([{ type: 'info', code: 'price_filter_ignored' }])
    expect((await search({ filters, context: { currency: 'inr' } })).products).toEqual([])
    expect(
      (await search({ query: 'mug', context: { currency: 'USD', language: 'de' } })).messages,
    ).toBeUndefined()
  })

  test('unknown ones have no effect', async () => {
    const filters = { 'com.example.brand': ['x'], rating: { min: 5 } }
    expect(idsOf(await search({ query: 'mug', filters }))).toEqual([`p${goods.mug}`])
    expect((await search({ filters })).products).toHaveLength(3)
  })
})

describe('pages', () => {
  beforeAll(async () => {
    for (let number = 1; number <= 112; number++)
      await goods.add(`Tile ${number}`, { variants: [{ price: 1_000_000 + number, stock: 1 }] })
  })
  const tiles = { price: { min: 1_000_001 } }

  test.each([{ filters: tiles }, { query: 'tile', filters: tiles }, { query: 'tile' }])(
    'the cursor leads through all of %j',
    async (sent) => {
      const seen: string[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await search({ ...sent, pagination: { limit: 30, ...(cursor && { cursor }) } })
        expect(page.pagination.total_count).toBe(112)
        seen.push(...idsOf(page))
        cursor = page.pagination.cursor
        expect(page.pagination.has_next_page).toBe(cursor !== undefined)
        pages++
      } while (cursor)
      expect(pages).toBe(4)
      expect(new Set(seen).size).toBe(112)
    },
  )

  test('has 10 products by default, and never more than 100', async () => {
    expect((await search({ filters: tiles })).products).toHaveLength(10)
    expect((await search({ filters: tiles, pagination: { limit: 100_000 } })).products).toHaveLength(100)
    expect((await search({ filters: tiles, pagination: { limit: 1 } })).products).toHaveLength(1)
    for (const limit of [0, -1, 1.5, '5', null, 1e300])
      await expect(search({ filters: tiles, pagination: { limit } })).rejects.toThrow()
  })

  test('refuses the cursor of another search', async () => {
    const { cursor } = (await search({ filters: tiles })).pagination
    await expect(search({ query: 'tile', pagination: { cursor } })).rejects.toThrow(refused('invalid_cursor'))
    await expect(search({ filters: tiles, pagination: { cursor: 'x' } })).rejects.toThrow(
      refused('invalid_cursor'),
    )
  })
})

test.each([
  { query: '\0mug\0' },
  { query: 'mug \ud800' },
  { query: `"'%_\\;--<script>` },
  { query: 'mug '.repeat(50_000) },
  { query: 'mug', filters: { categories: ['\0', '\ud800', '', '%', 'x'.repeat(100_000)] } },
  { query: 'mug', filters: { categories: Array.from({ length: 100 }, (_, n) => `c${n}`) } },
  { query: 'mug', filters: { deep: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) as unknown } },
  { query: 'mug', filters: JSON.parse('{"__proto__": {"categories": ["x"]}, "constructor": 1}') as object },
  { query: 'mug', context: { currency: '\0', intent: '\0', eligibility: [1] }, signals: { a: 1 } },
])('is not shaken by input %#', async (sent) => {
  expect((await search(sent)).pagination.total_count).toBeLessThan(200)
})
