import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { refreshFacets } from '#server/modules/catalog/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { generateProducts } from './generate-products.ts'

const count = 400
let dataDir: string
let database: TestDatabase
let db: Database

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'haat-generate-'))
  database = await testDatabase()
  db = database.db
  await generateProducts(db, { shopId: 1, count, seed: 7, storage: openUploadsFolder(dataDir) })
}, 30_000)
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

/** Everything that depends only on the seed. */
async function contents(handle: Database) {
  const { rows } = await sql<{ product: unknown }>`
    select json_build_object('name', p.name, 'slug', p.slug, 'description', p.description, 'offer', p.offer, 'gst', p.gst,
      'stock', p.in_stock, 'price', p.price_from, 'category', c.name, 'subcategory', s.name,
      'variants', (select json_agg(json_build_array(v.options, v.price, v.image, l.available) order by v.position)
        from variant v join stock_level l on l.variant_id = v.id where v.product_id = p.id),
      'images', (select json_agg(file order by position) from product_image where product_id = p.id),
      'facets', (select json_agg(json_build_array(name, value) order by name, value) from facet_value where id = any(p.facets))
    ) as product
    from product p join category c on c.id = p.category_id join subcategory s on s.id = p.subcategory_id
    order by p.slug`.execute(handle)
  return rows.map((row) => row.product)
}

test('generates the requested number of products over many subcategories, some sold out, on offer or with variants', async () => {
  const { rows } = await sql<Record<string, number>>`
    select count(*) as products, count(distinct subcategory_id) as subcategories, count(distinct slug) as slugs,
      count(*) filter (where not in_stock) as "soldOut", count(*) filter (where offer > 0) as offers,
      count(*) filter (where cardinality(options) > 0) as "inVariants", count(*) filter (where is_new) as "isNew",
      count(*) filter (where exists (select from product_image f where f.product_id = id)) as imaged
    from product`.execute(db)
  const found = rows[0] ?? {}
  expect(found).toMatchObject({ products: count, slugs: count, imaged: count })
  expect(found['subcategories']).toBeGreaterThan(100)
  for (const share of ['soldOut', 'offers', 'inVariants', 'isNew']) {
    expect(found[share]).toBeGreaterThan(count * 0.02)
    expect(found[share]).toBeLessThan(count * 0.5)
  }
})

test('keeps stock levels equal to the ledger', async () => {
  expect(await checkLedger(db)).toEqual([])
})

test('derives product prices from the variants', async () => {
  const { rows } = await sql`
    select p.slug from product p join variant v on v.product_id = p.id
    group by p.id, p.config_id, p.slug
    having (p.price_from, p.price_to) <> (min(v.price), max(v.price)) or min(v.price) < 900`.execute(db)
  expect(rows).toEqual([])
})

test('generates the facets that the write functions derive', async () => {
  const before = await contents(db)
  const ids = await db.selectFrom('product').select('id').execute()
  await db.transaction().execute(async (tx) =>
    refreshFacets(
      tx,
      1,
      ids.map(({ id }) => id),
    ),
  )
  expect(await contents(db)).toEqual(before)
  expect(JSON.stringify(before)).toContain('["Material","Stoneware"]')
})

test('generates equal products for equal seeds', async () => {
  const other = await testDatabase()
  await generateProducts(other.db, { shopId: 1, count, seed: 7, storage: openUploadsFolder(dataDir) })
  expect(await contents(other.db)).toEqual(await contents(db))
  await other.drop()
})

test('adds more products, to another shop too', async () => {
  const shop = await db
    .insertInto('shop')
    .values({ name: 'Other' })
    .returning('config_id')
    .executeTakeFirstOrThrow()
  const progress: number[] = []
  const onProgress = (done: number) => progress.push(done)
  await generateProducts(db, {
    shopId: shop.config_id,
    count: 20,
    seed: 7,
    storage: openUploadsFolder(dataDir),
    onProgress,
  })
  await generateProducts(db, {
    shopId: 1,
    count: 20,
    seed: 7,
    storage: openUploadsFolder(dataDir),
    onProgress,
  })
  expect(progress).toEqual([20, 20])
  const { rows } =
    await sql`select config_id, count(*) from product group by config_id order by config_id`.execute(db)
  expect(rows).toEqual([
    { config_id: 1, count: count + 20 },
    { config_id: shop.config_id, count: 20 },
  ])
  expect(await checkLedger(db)).toEqual([])
})
