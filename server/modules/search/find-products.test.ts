import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCategory,
  createProduct,
  createSpecification,
  updateCategory,
  updateProduct,
} from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/database.ts'
import { countWords, indexDue, searchProducts } from './index.ts'
import { createRule } from './rule.writes.ts'
import { createSynonym } from './synonym.writes.ts'
import { countShown } from './words.queries.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const context = { configId: 1, actor: { id: null, name: 'Asha' } }

const names = new Map<number, string>()
let tableware: number
let material: number

interface Wanted {
  description?: string
  material?: string
  sku?: string
  stock?: number
  colour?: string
}

const add = async (name: string, { description = '', material: of, sku, stock = 3, colour }: Wanted = {}) => {
  const id = await db.transaction().execute((tx) =>
    createProduct(tx, context, {
      name,
      categoryId: tableware,
      description,
      options: colour ? ['Colour'] : [],
      variants: [{ price: 100, stock, ...(sku && { sku }), ...(colour && { options: { Colour: colour } }) }],
      specifications: of ? [{ specificationId: material, description: of }] : [],
    }),
  )
  names.set(id, name)
  return id
}

const find = async (q: string) => (await searchProducts(db, 1, q)).ids.map((id) => names.get(id))

beforeAll(async () => {
  await db.transaction().execute(async (tx) => {
    tableware = await createCategory(tx, context, { name: 'Tableware' })
    material = await createSpecification(tx, context, { name: 'Material' })
  })
  await add('Tidal stoneware mug', { sku: 'HT-MUG-017', colour: 'Sage' })
  await add('Ember bowl', { material: 'Stoneware', description: 'A bowl to warm both hands.' })
  await add('Café au lait cup')
  await add('Oak book shelves', { description: 'Holds every mug you own.' })
  await add('T-shirt with a tide')
  await add('Bookcase in walnut')
  await add('Table runner')
  await add('Oak dining table')
  await add('Table lamp', { stock: 0 })
})

describe('finds a product', () => {
  it.each([
    ['by a part of its name', 'ida', 'Tidal stoneware mug'],
    ['in any case', 'EMBER', 'Ember bowl'],
    ['with and without accents', 'cafe', 'Café au lait cup'],
    ['by accents that it does not have', 'émber', 'Ember bowl'],
    ['by the plural', 'mugs', 'Tidal stoneware mug'],
    ['by the singular of an unusual plural', 'shelf', 'Oak book shelves'],
    ['without its hyphen', 'tshirt', 'T-shirt with a tide'],
    ['with a space for its hyphen', 't shirt', 'T-shirt with a tide'],
    ['by two words that it writes as one', 'book case', 'Bookcase in walnut'],
    ['by its SKU', 'HT-MUG-017', 'Tidal stoneware mug'],
    ['by its SKU in small letters, without signs', 'htmug017', 'Tidal stoneware mug'],
    ['by the beginning of its SKU', 'ht-mug-0', 'Tidal stoneware mug'],
    ['by words in any order', 'mug tidal', 'Tidal stoneware mug'],
    ['by the beginning of what is being typed', 'oak di', 'Oak dining table'],
    ['by an option', 'sage mug', 'Tidal stoneware mug'],
    ['by a description', 'warm hands', 'Ember bowl'],
    ['with a slip in each word', 'stonware mugg', 'Tidal stoneware mug'],
    ['with letters the wrong way round', 'wlanut', 'Bookcase in walnut'],
    ['by one letter', 'e', 'Ember bowl'],
    ['by two letters', 'ca', 'Café au lait cup'],
    ['by a text with signs of every kind', '“tidal” & (mug | !bowl):*', 'Tidal stoneware mug'],
  ])('%s', async (_how, q, name) => {
    expect((await find(q))[0], q).toBe(name)
  })
})

it('says what was meant, and only where the text itself finds nothing', async () => {
  expect(await searchProducts(db, 1, 'stonware mugg')).toMatchObject({ meant: 'stoneware mug' })
  expect(await searchProducts(db, 1, 'stoneware mug')).not.toHaveProperty('meant')
})

it('puts the name above the specification above the description', async () => {
  expect(await find('stoneware')).toEqual(['Tidal stoneware mug', 'Ember bowl'])
  expect(await find('mug')).toEqual(['Tidal stoneware mug', 'Oak book shelves'])
})

it('puts a word above a part of one, and what is in stock above what is sold out', async () => {
  expect(await find('table')).toEqual(['Table runner', 'Oak dining table', 'Table lamp'])
  expect((await find('book')).slice(0, 2)).toEqual(['Oak book shelves', 'Bookcase in walnut'])
})

it('finds what meets most of the words where nothing meets all', async () => {
  expect(await find('tidal mug zzzzqqq')).toEqual(['Tidal stoneware mug'])
  expect((await find('walnut dining table'))[0]).toBe('Oak dining table')
})

it('finds all of a category by its name, whatever that is by now', async () => {
  expect(await find('tableware')).toHaveLength(names.size)
  await db.transaction().execute((tx) => updateCategory(tx, context, tableware, { name: 'Crockery' }))
  expect(await find('crockery')).toHaveLength(names.size)
  expect(await find('tableware')).toEqual([])
  await db.transaction().execute((tx) => updateCategory(tx, context, tableware, { name: 'Tableware' }))
})

it('takes words in quotes as they follow one another', async () => {
  expect(await find('oak table')).toContain('Oak dining table')
  expect(await find('"oak table"')).toEqual([])
  expect(await find('"dining table"')).toEqual(['Oak dining table'])
  expect(await find('oak "dining table"')).toEqual(['Oak dining table'])
})

it('finds by words that mean the same, in both directions, also by several words', async () => {
  await db.transaction().execute((tx) => createSynonym(tx, context, { words: ['beaker', 'mug', 'tea cup'] }))
  expect(await find('beaker')).toContain('Tidal stoneware mug')
  expect(await find('tea cup')).toContain('Tidal stoneware mug')
  expect(await find('tidal beaker')).toContain('Tidal stoneware mug')
})

it('keeps to what staff has pinned and hidden', async () => {
  const idOf = (name: string) => [...names].find(([, each]) => each === name)?.[0] ?? 0
  const [lamp, runner, bowl] = ['Table lamp', 'Table runner', 'Ember bowl'].map(idOf)
  await db
    .transaction()
    .execute((tx) =>
      createRule(tx, context, { q: 'Táble!', pinned: [bowl ?? 0, lamp ?? 0], hidden: [runner ?? 0] }),
    )
  expect((await find('table')).slice(0, 3)).toEqual(['Ember bowl', 'Table lamp', 'Oak dining table'])
  expect(await find('table')).not.toContain('Table runner')
})

it('knows of every change when the transaction has ended', async () => {
  const id = await add('Fleeting vase', { material: 'Porcelain', sku: 'V-1' })
  const change = (changes: Parameters<typeof updateProduct>[3]) =>
    db.transaction().execute((tx) => updateProduct(tx, context, id, changes))
  expect(await find('porcelain')).toEqual(['Fleeting vase'])
  await change({ specifications: [] })
  expect(await find('porcelain')).toEqual([])
  await change({ name: 'Lasting urn', description: 'Made of alabaster' })
  expect((await searchProducts(db, 1, 'alabaster')).ids).toEqual([id])
  expect((await searchProducts(db, 1, 'fleeting')).ids).toEqual([])
  await change({ variants: [{ price: 100, sku: 'V-20399', stock: 1 }] })
  expect((await searchProducts(db, 1, 'v20399')).ids).toEqual([id])
  await change({ status: 'draft' })
  expect((await searchProducts(db, 1, 'alabaster')).ids).toEqual([])
  await change({ status: 'live' })
  expect((await searchProducts(db, 1, 'alabaster')).ids).toEqual([id])
})

it('shows each shop its own products alone', async () => {
  expect((await searchProducts(db, 2, 'mug')).ids).toEqual([])
})

it.each(['', '   ', '%', '_', '""', "'", '\\', '🙂', 'the', 'zzzzqqq', '\u202Etfel'])(
  'finds nothing by %j',
  async (q) => {
    expect(await find(q)).toEqual([])
  },
)

it('writes what a large transaction has left', async () => {
  const { rows } = await sql<{ due: number }>`
    with added as (
      insert into product (config_id, category_id, name, slug, in_stock)
      select 1, ${tableware}, 'Legion ' || n, 'legion-' || n, true from generate_series(1, 1200) n returning id
    )
    select count(*)::int as due from added`.execute(db)
  expect(rows).toEqual([{ due: 1200 }])
  expect((await searchProducts(db, 1, 'legion')).ids).toHaveLength(1000)
  expect(await indexDue(db)).toBe(200)
  expect(await indexDue(db)).toBe(0)
  await sql`delete from product where name like 'Legion %' and id not in (select product_id from search_document)`.execute(
    db,
  )
  const { rows: left } = await sql<{ count: number }>`
    select count(*)::int from search_document where name_key like 'legion %'`.execute(db)
  expect(left).toEqual([{ count: 1200 }])
})

it('counts its words', async () => {
  await countWords(db, 1)
  const { rows } =
    await sql`select word, documents, named from search_word where word in ('mug', 'warm', 'legion', 'porcelain') order by word`.execute(
      db,
    )
  expect(rows).toEqual([
    { word: 'legion', documents: 1200, named: 1200 },
    { word: 'mug', documents: 2, named: 1 },
    { word: 'warm', documents: 1, named: 0 },
  ])
})

it('finds all that meets several words, also where it is more than could be expected', async () => {
  await sql`
    insert into product (config_id, category_id, name, description, slug)
    select 1, ${tableware}, 'Amber ' || case when n % 3 = 0 then 'Cedar' else 'Cedarwood' end || ' Birch ' || n,
      case when n % 2 = 0 then 'Juniper' else '' end, 'amber-' || n
    from generate_series(1, 60) n`.execute(db)
  await countWords(db, 1)
  const count = async (q: string, most: number) => (await searchProducts(db, 1, q, { most })).ids.length
  expect(await count('amber birch cedar', 100)).toBe(60)
  expect(await count('amber birch cedar', 10)).toBe(10)
  expect(await count('amber birch "cedar"', 100)).toBe(20)
  expect(await count('amber birch juniper', 100)).toBe(30)
  expect(await count('amber birch juniper', 25)).toBe(25)
})

it('takes what is common from an eighth of the shop, where there is enough', async () => {
  const { ids } = await searchProducts(db, 1, 'birch', { most: 3 })
  expect(ids.map((id) => id % 8)).toEqual([0, 0, 0])
  expect((await searchProducts(db, 1, 'birch', { most: 40 })).ids).toHaveLength(40)
})

it('fills up from an eighth of the shop what the names have begun', async () => {
  await sql`
    insert into product (config_id, category_id, name, description, slug)
    select 1, ${tableware}, 'Sorrel ' || case when n <= 4 then 'Fennel ' else '' end || n,
      case when n > 4 then 'Fennel' else '' end, 'sorrel-' || n
    from generate_series(1, 44) n`.execute(db)
  await countWords(db, 1)
  const { rows } = await sql<{
    id: number
  }>`select id from product where name like 'Sorrel Fennel %'`.execute(db)
  const named = rows.map(({ id }) => id)
  const { ids } = await searchProducts(db, 1, 'sorrel fennel', { most: 8 })
  expect(new Set(ids.slice(0, 4))).toEqual(new Set(named))
  expect(ids.slice(4).map((id) => id % 8)).toEqual([0, 0, 0, 0])
  expect((await searchProducts(db, 1, 'sorrel fennel', { most: 30 })).ids).toHaveLength(30)
})

it('finds up to 100 that meet some of the words where nothing meets all, in the order of how much these say', async () => {
  expect((await find('juniper stoneware mug'))[0]).toBe('Tidal stoneware mug')
  const found = await find('legion tidal')
  expect(found[0]).toBe('Tidal stoneware mug')
  expect(found).toHaveLength(100)
})

it('weighs words by the number of products that shoppers see, whatever these can be narrowed by', async () => {
  const { shown } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('shown'))
    .where('config_id', '=', 1)
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(Number(shown)).toBeGreaterThan(3)
  expect(await countShown(db, 1)).toBe(Number(shown))
})
