import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { addPictures } from '#server/modules/catalog/index.ts'
import { countWords, indexDue } from '#server/modules/search/index.ts'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import { insertProducts } from './insert.ts'
import { inventProducts } from './invent.ts'
import { readWords } from './kinds.ts'
import { storeDemoPictures } from './pictures.ts'
import { findPlaces } from './places.ts'

/** No more than a commit writes search documents for, so that none are left for the end, where one statement follows another. */
const batchSize = 1000

export interface GenerateOptions {
  configId: number
  /** How many products to add. */
  count: number
  /** The same seed adds the same products. */
  seed?: number
  /** Where the shop keeps its uploads. */
  dataDir: string
  /** Told after each commit how many are there. */
  onProgress?: (done: number) => void
}

/**
 * Adds believable products to a shop, with categories, variants, pictures, specifications, filters and stock through the
 * ledger, 1,000 in a transaction and two of these at a time. Their creation dates count back from now; all that shoppers
 * see besides follows from the seed. The handle should have no time limits (`connect(url, { limits: false })`): it ends with VACUUM ANALYZE.
 */
export async function generateProducts(db: Database, options: GenerateOptions): Promise<void> {
  const { configId, count, seed = 1, dataDir, onProgress = () => {} } = options
  const pictures = await storeDemoPictures(dataDir)
  await db.transaction().execute((tx) => addPictures(tx, configId, [...pictures.values()]))
  const { currency } = await db
    .selectFrom('shop')
    .select('currency')
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
  const target = { configId, currency, fileOf: (image: string) => pictures.get(image)?.file }
  const invented = inventProducts(readWords(), seed, await takenSlugs(db, configId))

  let [given, done] = [0, 0]
  // One at a time, because batches may need the same new categories.
  const preparing = limitConcurrency(1)
  const prepare = async () => {
    const batch = Array.from({ length: Math.min(batchSize, count - given) }, () => invented.next().value)
    given += batch.length
    return { batch, places: await findPlaces(db, target, batch) }
  }
  const addBatch = async () => {
    const { batch, places } = await preparing.run(prepare)
    if (batch.length === 0) return false
    await db.transaction().execute((tx) => insertProducts(tx, target, places, batch))
    onProgress((done += batch.length))
    return true
  }
  const work = async () => {
    while (await addBatch());
  }
  // Of tables that it takes for empty, the database reads far too much for each further batch.
  if (await addBatch()) await sql`analyze ${written}`.execute(db)
  await Promise.all([work(), work()])
  await indexDue(db)
  await sql`vacuum (analyze) ${written}`.execute(db)
  await countWords(db, configId)
}

const written = sql.raw(
  'product, product_listing, variant, product_picture, product_specification, product_facet, stock_level, stock_movement, search_document, search_word',
)

async function takenSlugs(db: Database, configId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('product')
    .select('slug')
    .where('config_id', '=', configId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.slug))
}
