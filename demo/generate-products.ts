import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { addImages } from '#server/modules/catalog/index.ts'
import { countWords, indexDue } from '#server/modules/search/index.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { insertProducts } from './insert-products.ts'
import { generateProductStream } from './generate-product.ts'
import { readVocabulary } from './product-templates.ts'
import { storeDemoImages } from './store-images.ts'
import { ensureReferenceRows } from './reference-rows.ts'

/** Not above the number of search documents that a commit writes, so that none are queued for the end. */
const BATCH_SIZE = 1000

export interface GenerateOptions {
  shopId: number
  /** How many products to add. */
  count: number
  /** Equal seeds add equal products. */
  seed?: number
  /** The uploads. */
  storage: Storage
  /** Called after each commit with the number of products so far. */
  onProgress?: (done: number) => void
}

/**
 * Adds realistic products with categories, variants, images, facets and stock, in two parallel transactions of 1,000 each.
 * Only creation dates depend on the clock. `db` needs `connect(url, { limits: false })`, because it ends with VACUUM.
 */
export async function generateProducts(db: Database, options: GenerateOptions): Promise<void> {
  const { shopId, count, seed = 1, storage, onProgress = () => {} } = options
  const images = await storeDemoImages(storage)
  await db.transaction().execute((tx) => addImages(tx, shopId, [...images.values()]))
  const { currency } = await db
    .selectFrom('shop')
    .select('currency')
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  const target = { shopId, currency, fileOf: (image: string) => images.get(image)?.file }
  const generated = generateProductStream(readVocabulary(), seed, await takenSlugs(db, shopId))

  let [prepared, done] = [0, 0]
  // One batch at a time, because batches may need the same new categories.
  const preparing = limitConcurrency(1)
  const prepare = async () => {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, count - prepared) }, () => generated.next().value)
    prepared += batch.length
    return { batch, references: await ensureReferenceRows(db, target, batch) }
  }
  const addBatch = async () => {
    const { batch, references } = await preparing.run(prepare)
    if (batch.length === 0) return false
    await db.transaction().execute((tx) => insertProducts(tx, target, references, batch))
    onProgress((done += batch.length))
    return true
  }
  const work = async () => {
    while (await addBatch());
  }
  // Without statistics the planner takes the tables for empty and chooses slow plans.
  if (await addBatch()) await sql`analyze ${writtenTables}`.execute(db)
  await Promise.all([work(), work()])
  await indexDue(db)
  await sql`vacuum (analyze) ${writtenTables}`.execute(db)
  await countWords(db, shopId)
}

const writtenTables = sql.raw(
  'product, product_listing, variant, product_image, product_specification, stock_level, stock_movement, search_document, search_word',
)

async function takenSlugs(db: Database, shopId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('product')
    .select('slug')
    .where('config_id', '=', shopId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.slug))
}
