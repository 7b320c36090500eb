import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Database } from '#server/db/connect.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { loadDemo } from '../../demo/load-demo.ts'
import type { Row } from '../report/row.ts'
import { loadCatalog, settle, type Ids } from './catalog.ts'
import { measureLanguages } from './languages/language-sets.ts'
import { makeKnownItems, measureKnownItems } from './known-items.ts'
import { measureMethod, type Result } from './measure.ts'
import { prepareMethods } from './methods.ts'
import { readJudgments } from './quality.ts'
import { knownItemRows, qualityRows } from './rows.ts'
import { startScratch, type Scratch } from './scratch.ts'

/** A catalog, and what is asked of it. */
export interface DataSet {
  /** The name in the table. */
  name: string
  /** JSON lines; see `loadCatalog`. */
  catalog: string
  /** Tab-separated lines of query, id and grade. */
  judgments?: string | undefined
  /** Rank the judged products of each query alone. */
  judgedOnly: boolean
  /** Drop descriptions and categories. */
  namesOnly: boolean
  /** Queries for each way to change a product's name. */
  knownItems: number
  /** Print the queries made from names whose product is not the first result. */
  misses: boolean
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The ten trades, judged by the held-out half of their queries. */
export const trades = {
  name: 'ten trades',
  catalog: fileOf('trades/catalog.jsonl'),
  judgments: fileOf('trades/test.tsv'),
  judgedOnly: false,
  namesOnly: false,
}

/** Measures the search and the methods that it is compared with on a catalog. */
export async function measureDataSet(data: DataSet): Promise<Row[]> {
  return withScratch(async (scratch) => {
    const ids = await loadCatalog(scratch.db, data.catalog, data)
    await scratch.startAgain()
    const { name, judgments, judgedOnly } = data
    const rows: Row[] = []
    if (judgments) {
      const { results, queries } = await measureQuality(scratch.db, ids, judgments, judgedOnly)
      const about = `${queries} queries, ${ids.size} products${judgedOnly ? ', the judged alone' : ''}`
      rows.push(...qualityRows(results, { about, data: name }))
    }
    if (data.knownItems > 0 && !judgedOnly) rows.push(...(await measureChangedNames(scratch.db, data)))
    return rows
  })
}

/** Measures the judged queries of the demo catalog. */
export async function measureDemo(): Promise<Row[]> {
  return withScratch(async ({ db, dataDir }) => {
    await loadDemo(db, { shopId: 1, storage: openUploadsFolder(dataDir) })
    await settle(db)
    const products = await db.selectFrom('product').select(['id', 'slug']).execute()
    const ids = new Map(products.map(({ id, slug }) => [id, slug]))
    const { results, queries } = await measureQuality(db, ids, fileOf('judgments.tsv'), false)
    const about = `${queries} queries, ${ids.size} products`
    return qualityRows(results, { about, data: 'demo', atLeast: 0.9 })
  })
}

/** Measures the sets of the languages. */
export const measureLanguageSets = (misses: boolean): Promise<Row[]> =>
  withScratch(({ db }) => measureLanguages(db, misses))

async function withScratch(measure: (scratch: Scratch) => Promise<Row[]>): Promise<Row[]> {
  const scratch = await startScratch()
  try {
    return await measure(scratch)
  } finally {
    await scratch.stop()
  }
}

async function measureQuality(db: Database, ids: Ids, judgments: string, judgedOnly: boolean) {
  const judged = readJudgments(readFileSync(judgments, 'utf8'))
  const results: Result[] = []
  for (const method of await prepareMethods(db))
    results.push(await measureMethod(method, { judgments: judged, ids, judgedOnly }))
  return { results, queries: judged.size }
}

/** Finds products by their changed names, with the shop's search and with BM25. */
async function measureChangedNames(db: Database, { knownItems, misses }: DataSet): Promise<Row[]> {
  const products = await db.selectFrom('product').select(['id', 'name']).where('config_id', '=', 1).execute()
  const items = makeKnownItems(products, knownItems)
  const [haat, ...others] = await prepareMethods(db)
  const print = (change: string, query: string, rank: number) =>
    console.error(`${change}: ${query}, ${rank ? `rank ${rank}` : 'not found'}`)
  return knownItemRows(
    await measureKnownItems(haat, items, misses ? print : undefined),
    await measureKnownItems(others.at(-1) ?? haat, items),
    `${products.length.toLocaleString('en')} products`,
  )
}
