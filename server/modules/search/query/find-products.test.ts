import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCategory,
  createProduct,
  createSpecification,
  updateCategory,
  updateProduct,
} from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { countWords, indexDue, searchProducts } from '../index.ts'
import { createRule } from '../rules/rule.writes.ts'
import { createSynonym } from '../rules/synonym.writes.ts'
import { splitSegments } from './query-segments.ts'
import { countVisibleProducts, lookUpWords } from './query-words.queries.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

const names = new Map<number, string>()
let tableware: number
let material: number

interface ProductOptions {
  description?: string
  material?: string
  sku?: string
  stock?: number
  colour?: string
}

const add = async (
  name: string,
  { description = '', material: materialName, sku, stock = 3, colour }: ProductOptions = {},
) => {
  const id = await db.transaction().execute((tx) =>
    createProduct(tx, context, {
      name,
      categoryId: tableware,
      description,
      options: colour ? ['Colour'] : [],
      variants: [{ price: 100, stock, ...(sku && { sku }), ...(colour && { options: { Colour: colour } }) }],
      specifications: materialName ? [{ specificationId: material, description: materialName }] : [],
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
    ['with an accent that its name does not have', 'émber', 'Ember bowl'],
    ['by the plural', 'mugs', 'Tidal stoneware mug'],
    ['by the singular of an irregular plural', 'shelf', 'Oak book shelves'],
    ['without its hyphen', 'tshirt', 'T-shirt with a tide'],
    ['with a space for its hyphen', 't shirt', 'T-shirt with a tide'],
    ['by two words that its name writes as one', 'book case', 'Bookcase in walnut'],
    ['by its SKU', 'HT-MUG-017', 'Tidal stoneware mug'],
    ['by its SKU in lower case without hyphens', 'htmug017', 'Tidal stoneware mug'],
    ['by the beginning of its SKU', 'ht-mug-0', 'Tidal stoneware mug'],
    ['by words in any order', 'mug tidal', 'Tidal stoneware mug'],
    ['by an incomplete last word', 'oak di', 'Oak dining table'],
    ['by an option', 'sage mug', 'Tidal stoneware mug'],
    ['by a description', 'warm hands', 'Ember bowl'],
    ['with a typing error in each word', 'stonware mugg', 'Tidal stoneware mug'],
    ['with swapped letters', 'wlanut', 'Bookcase in walnut'],
    ['by one letter', 'e', 'Ember bowl'],
    ['by two letters', 'ca', 'Café au lait cup'],
    ['by a word that says little elsewhere', 'every', 'Oak book shelves'],
    ['by a text with punctuation of every kind', '“tidal” & (mug | !bowl):*', 'Tidal stoneware mug'],
  ])('%s', async (_how, q, name) => {
    expect((await find(q))[0], q).toBe(name)
  })
})

it('returns the corrected query for a misspelt one only', async () => {
  expect(await searchProducts(db, 1, 'stonware mugg')).toMatchObject({ correctedQuery: 'stoneware mug' })
  expect(await searchProducts(db, 1, 'stoneware mug')).not.toHaveProperty('correctedQuery')
})

it('ranks names above specifications and those above descriptions', async () => {
  expect(await find('stoneware')).toEqual(['Tidal stoneware mug', 'Ember bowl'])
  // A cup is a starter synonym.
  expect(await find('mug')).toEqual(['Tidal stoneware mug', 'Café au lait cup', 'Oak book shelves'])
})

it('ranks the noun of a name first, whole words above partial ones, and products in stock above sold-out ones', async () => {
  expect(await find('table')).toEqual(['Oak dining table', 'Table runner', 'Table lamp'])
  expect((await find('book')).slice(0, 2)).toEqual(['Oak book shelves', 'Bookcase in walnut'])
})

it('falls back to some of the words if no product has all of them, the most weight first', async () => {
  expect(await find('tidal mug zzzzqqq')).toEqual([
    'Tidal stoneware mug',
    'Café au lait cup',
    'Oak book shelves',
  ])
  expect((await find('walnut dining table'))[0]).toBe('Oak dining table')
})

it('finds the products of a category by its current name', async () => {
  expect(await find('tableware')).toHaveLength(names.size)
  await db.transaction().execute((tx) => updateCategory(tx, context, tableware, { name: 'Crockery' }))
  expect(await find('crockery')).toHaveLength(names.size)
  // Tables remain, because an unknown word finds the known one that it begins with.
  expect(await find('tableware')).not.toContain('Tidal stoneware mug')
  await db.transaction().execute((tx) => updateCategory(tx, context, tableware, { name: 'Tableware' }))
})

it('searches for a quoted phrase as a whole', async () => {
  expect(await find('oak table')).toContain('Oak dining table')
  expect(await find('"oak table"')).toEqual([])
  expect(await find('"dining table"')).toEqual(['Oak dining table'])
  expect(await find('oak "dining table"')).toEqual(['Oak dining table'])
})

it('finds synonyms in both directions, multi-word ones too', async () => {
  await db.transaction().execute((tx) => createSynonym(tx, context, { words: ['beaker', 'mug', 'tea cup'] }))
  expect(await find('beaker')).toContain('Tidal stoneware mug')
  expect(await find('tea cup')).toContain('Tidal stoneware mug')
  expect(await find('tidal beaker')).toContain('Tidal stoneware mug')
})

it('applies pinned and hidden products', async () => {
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

it('reflects every change as soon as the transaction commits', async () => {
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
  await change({ brand: 'Kumbhar', variants: [{ price: 100, barcode: '4006381333931', stock: 1 }] })
  expect((await searchProducts(db, 1, 'kumbhar urn')).ids).toEqual([id])
  expect((await searchProducts(db, 1, '4006381333931')).ids).toEqual([id])
  await change({ brand: '' })
  expect((await searchProducts(db, 1, 'kumbhar')).ids).toEqual([])
  await change({ status: 'draft' })
  expect((await searchProducts(db, 1, 'alabaster')).ids).toEqual([])
  await change({ status: 'live' })
  expect((await searchProducts(db, 1, 'alabaster')).ids).toEqual([id])
})

it('finds only the products of its own shop', async () => {
  expect((await searchProducts(db, 2, 'mug')).ids).toEqual([])
})

it.each(['', '   ', '%', '_', '""', "'", '\\', '🙂', 'the', 'zzzzqqq', '\u202Etfel'])(
  'finds nothing by %j',
  async (q) => {
    expect(await find(q)).toEqual([])
  },
)

it('indexes the documents that a large transaction queued', async () => {
  // In parts: one statement may take two seconds, and a busy machine is slow.
  await db.transaction().execute(async (tx) => {
    for (let first = 1; first < 1200; first += 200) {
      await sql`
        insert into product (config_id, category_id, name, slug, in_stock)
        select 1, ${tableware}, 'Legion ' || n, 'legion-' || n, true from generate_series(${first}::int, ${first + 199}) n`.execute(
        tx,
      )
    }
  })
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

it('counts the words of the shop', async () => {
  await countWords(db, 1)
  const { rows } =
    await sql`select word, document_count as documents, name_count as named from search_word where word in ('mug', 'warm', 'legion', 'porcelain') order by word`.execute(
      db,
    )
  expect(rows).toEqual([
    { word: 'legion', documents: 1200, named: 1200 },
    { word: 'mug', documents: 2, named: 1 },
    { word: 'warm', documents: 1, named: 0 },
  ])
})

it('finds every match of several words, even more than estimated', async () => {
  await sql`
    insert into product (config_id, category_id, name, description, slug)
    select 1, ${tableware}, 'Amber ' || case when n % 3 = 0 then 'Cedar' else 'Cedarwood' end || ' Birch ' || n,
      case when n % 2 = 0 then 'Juniper' else '' end, 'amber-' || n
    from generate_series(1, 60) n`.execute(db)
  await countWords(db, 1)
  const count = async (q: string, limit: number) => (await searchProducts(db, 1, q, { limit })).ids.length
  expect(await count('amber birch cedar', 100)).toBe(60)
  expect(await count('amber birch cedar', 10)).toBe(10)
  expect(await count('amber birch "cedar"', 100)).toBe(20)
  // Half of them have all words, the others fill up.
  expect(await count('amber birch juniper', 100)).toBe(60)
  expect(await count('amber birch juniper', 25)).toBe(25)
})

it('uses the sample for a frequent word if the sample suffices', async () => {
  const { ids } = await searchProducts(db, 1, 'birch', { limit: 3 })
  expect(ids.map((id) => id % 8)).toEqual([0, 0, 0])
  expect((await searchProducts(db, 1, 'birch', { limit: 40 })).ids).toHaveLength(40)
})

it('completes matches in names with matches from the sample', async () => {
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
  const { ids } = await searchProducts(db, 1, 'sorrel fennel', { limit: 8 })
  expect(new Set(ids.slice(0, 4))).toEqual(new Set(named))
  expect(ids.slice(4).map((id) => id % 8)).toEqual([0, 0, 0, 0])
  expect((await searchProducts(db, 1, 'sorrel fennel', { limit: 30 })).ids).toHaveLength(30)
})

it('falls back to at most 100 partial matches, rarest words first', async () => {
  expect((await find('juniper stoneware mug'))[0]).toBe('Tidal stoneware mug')
  const found = await find('legion tidal')
  expect(found[0]).toBe('Tidal stoneware mug')
  expect(found).toHaveLength(100)
})

it('counts visible products independently of their facets', async () => {
  const { visible } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('visible'))
    .where('config_id', '=', 1)
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(Number(visible)).toBeGreaterThan(3)
  expect(await countVisibleProducts(db, 1)).toBe(Number(visible))
})

it('looks words up with one plan for all searches', async () => {
  await db.connection().execute(async (connection) => {
    // PostgreSQL tries five plans for particular values before it compares them with a general one.
    for (let call = 0; call < 7; call++) await lookUpWords(connection, 1, splitSegments('oak "side table"'))
    const { rows } = await sql<{ general: number }>`
      select generic_plans::int as general from pg_prepared_statements where name = 'look_up_search_words'`.execute(
      connection,
    )
    expect(rows[0]?.general).toBeGreaterThan(0)
  })
})
