import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { imageFolder } from './catalog.ts'
import { loadDemo, loadDemoIfEmpty } from './load-demo.ts'

let dataDir: string
/** A folder with only two images: fast to copy, and the others are missing. */
let fewImages: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'haat-demo-'))
  fewImages = join(dataDir, 'few')
  await mkdir(fewImages)
  for (const name of ['mug-stoneware-sage.webp', 'category-audio.webp']) {
    await copyFile(join(imageFolder, name), join(fewImages, name))
  }
})
afterAll(() => rm(dataDir, { recursive: true }))

const tables = [
  'category',
  'subcategory',
  'product',
  'variant',
  'product_image',
  'collection',
  'banner',
] as const
const others = ['content_page', 'comment', 'audit_entry', 'stock_movement', 'facet_value', 'image'] as const

async function counts(db: Database) {
  const found: Record<string, number> = {}
  for (const table of [...tables, ...others]) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
    found[table] = rows[0]?.count ?? -1
  }
  return found
}

test('loads the whole demo once, with a consistent ledger', async () => {
  const { db, drop } = await testDatabase()
  expect(await loadDemoIfEmpty(db, { demo: false, dataDir, uploadsBucket: undefined })).toBe(false)
  expect(await loadDemoIfEmpty(db, { demo: true, dataDir, uploadsBucket: undefined })).toBe(true)
  const loaded = await counts(db)
  expect(loaded).toMatchObject({
    category: 10,
    subcategory: 27,
    product: 64,
    collection: 4,
    banner: 4,
    content_page: 9,
  })
  expect(await loadDemoIfEmpty(db, { demo: true, dataDir, uploadsBucket: undefined })).toBe(false)
  expect(await counts(db)).toEqual(loaded)
  expect(await readdir(join(dataDir, 'uploads'))).toHaveLength(loaded['image'] ?? 0)
  expect(await checkLedger(db)).toEqual([])
  const mug = await db
    .selectFrom('product')
    .selectAll()
    .where('slug', '=', 'tidal-stoneware-mug')
    .executeTakeFirstOrThrow()
  expect(mug).toMatchObject({
    price_from: 54_900,
    offer: 0,
    gst: 1_200,
    weight: 380,
    is_new: true,
    in_stock: true,
  })
  expect(Math.round((Date.now() - mug.created_at.getTime()) / 86_400_000)).toBe(4)
  const sale = await db
    .selectFrom('collection')
    .select('rule')
    .where('slug', '=', 'sale')
    .executeTakeFirstOrThrow()
  expect(sale.rule).toEqual({ onsale: true })
  const shop = await db.selectFrom('shop').select('name').executeTakeFirstOrThrow()
  expect(shop.name).toBe('Ostrel')
  await drop()
})

test('loads it once despite two simultaneous calls, without missing images', async () => {
  const { db, drop } = await testDatabase()
  const options = { shopId: 1, storage: openUploadsFolder(dataDir), imageFolder: fewImages }
  const both = await Promise.all([loadDemo(db, options), loadDemo(db, options)])
  expect(both.sort()).toEqual([false, true])
  const found = await counts(db)
  expect(found).toMatchObject({ product: 64, image: 2, banner: 0 })
  const shown = await db.selectFrom('category').select('slug').where('image', 'is not', null).execute()
  expect(shown).toEqual([{ slug: 'audio' }])
  await drop()
})

test('leaves nothing after a kill, and the next start loads everything', async () => {
  const { db, url, drop } = await testDatabase()
  const code = `
    import { connect } from '#server/db/connect.ts'
    import { loadDemo } from './demo/load-demo.ts'
    import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
    const storage = openUploadsFolder('${dataDir}')
    await loadDemo(connect('${url}'), { shopId: 1, storage, imageFolder: '${fewImages}' })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  // Blocks the load at the first product, whose slug is locked here.
  await db.transaction().execute(async (tx) => {
    const key = 'slug 1 product anvi-teapot'
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const waiting = sql<{
      waits: boolean
    }>`select exists (select from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())) as waits`
    // Asked on the same connection, because an idle transaction is ended after 5 s, and a busy machine starts Node slowly.
    await expect.poll(async () => (await waiting.execute(tx)).rows[0]?.waits, { timeout: 50_000 }).toBe(true)
    child.kill('SIGKILL')
    await exit
  })
  expect(await counts(db)).toMatchObject({ category: 0, product: 0, image: 0, audit_entry: 0 })
  expect(await loadDemo(db, { shopId: 1, storage: openUploadsFolder(dataDir), imageFolder: fewImages })).toBe(
    true,
  )
  expect(await counts(db)).toMatchObject({ product: 64 })
  await drop()
}, 60_000)
